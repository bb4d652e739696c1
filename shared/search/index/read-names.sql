-- Brands behind a number, with all that an index is made of.
select nro_solicitud::text as number, denominacion, estado, tipo_signo, fecha_presentacion, clases::text as clases
  from brand_to_search
 where nro_solicitud > $after::bigint
 order by nro_solicitud
 limit $count
