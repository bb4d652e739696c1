-- Names unfinished_range: the last first row of each range of probe that may have more rows within the page. These are the
-- ranges with $few first rows, all of them within the page.
page_end as (
  select fecha_presentacion, nro_solicitud
    from (select distinct fecha_presentacion, nro_solicitud from probe) as mark
   order by fecha_presentacion desc, nro_solicitud desc
  offset $count::integer - 1
   limit 1
), unfinished_range as (
  select *
    from probe
   where place = $few::integer and $few::integer < $count::integer
     and (fecha_presentacion, nro_solicitud)
           >= (coalesce((select fecha_presentacion from page_end), '-infinity'),
               coalesce((select nro_solicitud from page_end), 0))
)
