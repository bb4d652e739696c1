-- Brands behind a number with all that the index holds of them but their names, which are read elsewhere.
select b.nro_solicitud::text as number, b.denominacion, b.estado, b.tipo_signo, b.fecha_presentacion,
       (select coalesce(bit_or(1::bigint << c.clase), 0)::text
          from brand_class as c
         where c.nro_solicitud = b.nro_solicitud) as clases
  from brand as b
 where b.nro_solicitud > $after::bigint
 order by b.nro_solicitud
 limit $count
