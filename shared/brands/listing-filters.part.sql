-- Restricts the rows of brand_listing (alias entry) to the filing dates of the filters and to rows after the cursor position.
-- The comparison of two columns at once limits the index range, by the cursor position or, without a cursor, by the last date
-- of the filters.
and (entry.fecha_presentacion, entry.nro_solicitud)
      < (coalesce($before_day::date, $fecha_hasta::date, 'infinity'), coalesce($before_nro::bigint, 9223372036854775807))
and entry.fecha_presentacion >= coalesce($fecha_desde::date, '-infinity')
