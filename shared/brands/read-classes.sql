-- Returns the numbers of the classes of some brands.
select c.nro_solicitud::text as "nroSolicitud",
       array_agg(c.clase order by c.clase) as clases
  from brand_class as c
 where c.nro_solicitud = any ($numbers::bigint[])
 group by c.nro_solicitud
