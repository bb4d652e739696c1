-- Inserts the listing rows of the staged marks, and updates changed rows. A mark has one row for each of its classes, and one
-- row with class 0, which contains all marks.
insert into brand_listing (clase, estado, tipo_signo, fecha_presentacion, nro_solicitud)
select clase, estado, tipo_signo, fecha_presentacion, nro_solicitud
  from staged_mark
 cross join unnest(array_prepend(0::smallint, listed_classes(clases))) as clase
 where run_id = $run_id
on conflict (nro_solicitud, clase) do update
   set estado = excluded.estado,
       tipo_signo = excluded.tipo_signo,
       fecha_presentacion = excluded.fecha_presentacion
 where (brand_listing.*) is distinct from (excluded.*)
