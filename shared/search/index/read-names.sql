-- Returns the next $count brands after a number, in the order of their numbers, with the columns from which the index is
-- built.
select nro_solicitud::text as number, denominacion, estado, tipo_signo, fecha_presentacion, clases::text as clases
  from brand_to_search
 where nro_solicitud > $after::bigint
 order by nro_solicitud
 limit $count
