-- Restricts rows of brand_listing, named entry, to the days of the filters, behind the position of the cursor. The row
-- comparison ends the range of an index at the position, or else at the last day of the filter.
and (entry.fecha_presentacion, entry.nro_solicitud)
      < (coalesce($before_day::date, $fecha_hasta::date, 'infinity'), coalesce($before_nro::bigint, 9223372036854775807))
and entry.fecha_presentacion >= coalesce($fecha_desde::date, '-infinity')
