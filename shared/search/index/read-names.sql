-- Returns brands after a number, in its order, with the columns that the index is built from.
select nro_solicitud::text as number, denominacion, estado, tipo_signo, fecha_presentacion, clases::text as clases
  from brand_to_search
 where nro_solicitud > $after::bigint
 order by nro_solicitud
 limit $count
