-- Returns one page of the brands that pass the filters, newest first, behind a position in that order, where the filters
-- have application numbers or a registration number: the few brands that have them are read by their indexes and sorted.
\ir brand-summary.part.sql
  from brand as b
 where (b.fecha_presentacion, b.nro_solicitud)
        < (coalesce($before_day::date, 'infinity'), coalesce($before_nro::bigint, 9223372036854775807))
   \ir brand-filters.part.sql
 order by b.fecha_presentacion desc, b.nro_solicitud desc
 limit $count
