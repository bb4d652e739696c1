-- Builds the listing from the brands and their classes: a row for each class, and one with class 0 for every brand.
insert into brand_listing (clase, estado, tipo_signo, fecha_presentacion, nro_solicitud)
select coalesce(c.clase, 0), b.estado, b.tipo_signo, b.fecha_presentacion, b.nro_solicitud
  from brand as b
 cross join lateral (
         select null::smallint as clase
          union all
         select clase from brand_class where nro_solicitud = b.nro_solicitud
       ) as c
