-- Inserts the rows of the listing for all brands: one for each class of a brand, and one with class 0.
insert into brand_listing (clase, estado, tipo_signo, fecha_presentacion, nro_solicitud)
select clase, estado, tipo_signo, fecha_presentacion, nro_solicitud
  from brand
 cross join unnest(array_prepend(0::smallint, listed_classes(clases))) as clase
