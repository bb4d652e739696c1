-- Returns the next page of brands that pass the filters, newest first, after a cursor position.
-- Used for filters by holders or representatives who have many marks. $persons selects the persons. $most_of_person limits the
-- marks that are read for each person; null means no limit.
with mark as materialized (
  select distinct m.fecha_presentacion, m.nro_solicitud
    from search.person as p
   cross join lateral (
           select fecha_presentacion, nro_solicitud
             from search.person_of_mark
            where person = p.person and representative = $representative::boolean
              and (fecha_presentacion, nro_solicitud)
                   < (coalesce($before_day::date, $fecha_hasta::date, 'infinity'),
                      coalesce($before_nro::bigint, 9223372036854775807))
              and fecha_presentacion >= coalesce($fecha_desde::date, '-infinity')
            order by fecha_presentacion desc, nro_solicitud desc
            limit $most_of_person::integer
         ) as m
   where array_to_tsvector(p.words) @@ (select $persons::tsquery)
   order by m.fecha_presentacion desc, m.nro_solicitud desc
), page as (
  select mark.*
    from mark
   cross join lateral (
           select
             from brand as b
            where b.nro_solicitud = mark.nro_solicitud
              \ir brand-filters.part.sql
            limit 1
         ) as passing
   limit $count
)
\ir brands-of-page.part.sql
