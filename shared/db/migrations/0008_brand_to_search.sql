-- additive
-- Brands with all that an index holds of them but what is made of their names. `clases` has a bit for each class,
-- counted from 0.
create view brand_to_search as
select b.nro_solicitud, b.denominacion, b.estado, b.tipo_signo, b.fecha_presentacion,
       (select coalesce(bit_or(1::bigint << c.clase), 0)
          from brand_class as c
         where c.nro_solicitud = b.nro_solicitud) as clases
  from brand as b;
grant select on brand_to_search to trademark_ingest;
