-- Returns the next page of brands that pass the filters, newest first, after a cursor position. Reads one range of the index
-- brand_listing_by_codes for each combination of class, status and kind of sign, and merges the rows. Class 0 contains all
-- brands. The query first reads at most $few rows of each range. If the last of $few rows may belong to the page, the query
-- reads more rows of this range.
with probe as materialized (
  -- The first rows of each range.
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
  -- The last mark of the page, if the first rows fill the page. A mark may have rows in several ranges.
  select fecha_presentacion, nro_solicitud
    from (select distinct fecha_presentacion, nro_solicitud from probe) as mark
   order by fecha_presentacion desc, nro_solicitud desc
  offset $count::integer - 1
   limit 1
), unfinished_range as (
  -- The ranges that may have more rows of the page, each with the last row that was read.
  select *
    from probe
   where place = $few::integer and $few::integer < $count::integer
     and (fecha_presentacion, nro_solicitud)
           >= (coalesce((select fecha_presentacion from page_end), '-infinity'),
               coalesce((select nro_solicitud from page_end), 0))
), page as (
  select fecha_presentacion, nro_solicitud from probe
   union
  select rest.fecha_presentacion, rest.nro_solicitud
    from unfinished_range as last
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
\ir brands-of-page.part.sql
