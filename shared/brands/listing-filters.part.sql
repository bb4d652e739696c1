-- Restricts the rows of brand_listing (alias entry) to the filing dates of the filters, after the cursor position. The
-- row comparison is the end of the index range: the cursor position, or else the last date of the filter.
and (entry.fecha_presentacion, entry.nro_solicitud)
      < (coalesce($before_day::date, $fecha_hasta::date, 'infinity'), coalesce($before_nro::bigint, 9223372036854775807))
and entry.fecha_presentacion >= coalesce($fecha_desde::date, '-infinity')
