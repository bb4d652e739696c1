-- Returns the next page of brands that pass the filters, newest first, after a cursor position.
-- Used for filters by application number or registration number. These filters select few brands, so the sort is cheap.
\ir brand-summary.part.sql
  from brand as b
 where (b.fecha_presentacion, b.nro_solicitud)
        < (coalesce($before_day::date, 'infinity'), coalesce($before_nro::bigint, 9223372036854775807))
   \ir brand-filters.part.sql
 order by b.fecha_presentacion desc, b.nro_solicitud desc
 limit $count
