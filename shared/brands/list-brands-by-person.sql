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
), page_end as (
  select fecha_presentacion, nro_solicitud
    from (select distinct fecha_presentacion, nro_solicitud from probe) as mark
   order by fecha_presentacion desc, nro_solicitud desc
  offset $count::integer - 1
   limit 1
), page as (
  select fecha_presentacion, nro_solicitud from probe
   union
  select rest.fecha_presentacion, rest.nro_solicitud
    from (select *
            from probe
           where place = $few::integer and $few::integer < $count::integer
             and (fecha_presentacion, nro_solicitud)
                   >= (coalesce((select fecha_presentacion from page_end), '-infinity'),
                       coalesce((select nro_solicitud from page_end), 0))) as last
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
select b.nro_solicitud::text as "nroSolicitud",
       b.nro_registro as "nroRegistro",
       b.denominacion,
       b.estado,
       b.tipo_signo as "tipoSigno",
       b.fecha_presentacion as "fechaPresentacion",
       b.fecha_vencimiento as "fechaVencimiento"
  from page
  -- The limit keeps the planner from reading all brands.
 cross join lateral (select * from brand where brand.nro_solicitud = page.nro_solicitud limit 1) as b
 order by page.fecha_presentacion desc, page.nro_solicitud desc
