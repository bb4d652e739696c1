-- Returns one page of the brands that pass the filters, newest first, behind a position in that order. Class 0 of
-- brand_listing holds all brands. Each class with a status and a kind of sign is a range of brand_listing_by_codes, and the
-- page is merged from these ranges, so that its cost does not depend on how rare a code is. Of each range few rows are read
-- first; only ranges whose rows are all within the page are read for one page at most.
with probe as materialized (
  select class.clase, state.estado, sign.tipo_signo, first.*
    from unnest(coalesce($clase::smallint[], '{0}')) as class (clase)
   cross join unnest(coalesce($estado::estado[], enum_range(null::estado))) as state (estado)
   cross join unnest(coalesce($tipo_signo::tipo_signo[], enum_range(null::tipo_signo))) as sign (tipo_signo)
   cross join lateral (
           select entry.fecha_presentacion, entry.nro_solicitud, row_number() over () as place
             from (select entry.fecha_presentacion, entry.nro_solicitud
                     from brand_listing as entry
                    where entry.clase = class.clase
                      and entry.estado = state.estado
                      and entry.tipo_signo = sign.tipo_signo
                      \ir listing-filters.part.sql
                      \ir listing-classes.part.sql
                    order by entry.fecha_presentacion desc, entry.nro_solicitud desc
                    limit $few::integer) as entry
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
           select entry.fecha_presentacion, entry.nro_solicitud
             from brand_listing as entry
            where entry.clase = last.clase
              and entry.estado = last.estado
              and entry.tipo_signo = last.tipo_signo
              and (entry.fecha_presentacion, entry.nro_solicitud) < (last.fecha_presentacion, last.nro_solicitud)
              and entry.fecha_presentacion >= coalesce($fecha_desde::date, '-infinity')
              \ir listing-classes.part.sql
            order by entry.fecha_presentacion desc, entry.nro_solicitud desc
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
