-- Builds the listing from the brands: a row for each class, and one with class 0 for every brand.
insert into brand_listing (clase, estado, tipo_signo, fecha_presentacion, nro_solicitud)
select clase, estado, tipo_signo, fecha_presentacion, nro_solicitud
  from brand
 cross join unnest(array_prepend(0::smallint, listed_classes(clases))) as clase
