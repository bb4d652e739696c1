-- Returns one page of the brands that pass the filters, newest first, behind a position in that order, where the filters
-- have holders or representatives of many marks. Each of these persons is a range of search.person_by_day; of each range few
-- rows are read first, and only ranges whose rows are all within the page are read for one page at most.
with probe as materialized (
  select wanted.person, first.*
    from unnest($persons::bigint[]) as wanted (person)
   cross join lateral (
           select passing.*, row_number() over () as place
             from (select m.fecha_presentacion, m.nro_solicitud
                     from search.person_of_mark as m
                    where m.person = wanted.person and m.representative = $representative::boolean
                      and (m.fecha_presentacion, m.nro_solicitud)
                           < (coalesce($before_day::date, $fecha_hasta::date, 'infinity'),
                              coalesce($before_nro::bigint, 9223372036854775807))
                      and ($unfiltered::boolean
                           or (select true
                                 from brand as b
                                where b.nro_solicitud = m.nro_solicitud
                                  \ir brand-filters.part.sql
                              ))
                    order by m.fecha_presentacion desc, m.nro_solicitud desc
                    limit $few::integer) as passing
         ) as first
),
\ir unfinished-ranges.part.sql
, page as (
  select fecha_presentacion, nro_solicitud from probe
   union
  select rest.fecha_presentacion, rest.nro_solicitud
    from unfinished_range as last
   cross join lateral (
           select m.fecha_presentacion, m.nro_solicitud
             from search.person_of_mark as m
            where m.person = last.person and m.representative = $representative::boolean
              and (m.fecha_presentacion, m.nro_solicitud) < (last.fecha_presentacion, last.nro_solicitud)
              and ($unfiltered::boolean
                   or (select true
                         from brand as b
                        where b.nro_solicitud = m.nro_solicitud
                          \ir brand-filters.part.sql
                      ))
            order by m.fecha_presentacion desc, m.nro_solicitud desc
            limit $count::integer - $few::integer
         ) as rest
   order by fecha_presentacion desc, nro_solicitud desc
   limit $count
)
\ir brands-of-page.part.sql
