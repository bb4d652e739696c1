-- Restricts the rows of brand_listing (alias entry) to the filing dates of the filters and to rows after the cursor position.
-- The row comparison is a bound that the index can use: the cursor position, or $fecha_hasta if there is no cursor.
and (entry.fecha_presentacion, entry.nro_solicitud)
      < (coalesce($before_day::date, $fecha_hasta::date, 'infinity'), coalesce($before_nro::bigint, 9223372036854775807))
and entry.fecha_presentacion >= coalesce($fecha_desde::date, '-infinity')
