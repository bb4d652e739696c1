-- Inserts the rows of the listing for the staged marks, one for each class and one for all classes (0), and updates those
-- that differ.
insert into brand_listing (clase, estado, tipo_signo, fecha_presentacion, nro_solicitud)
select c.clase, m.estado, m.tipo_signo, m.fecha_presentacion, m.nro_solicitud
  from staged_mark as m
 cross join lateral (
         select 0 as clase
         union all
         select t.clase from jsonb_to_recordset(m.clases) as t (clase smallint)
       ) as c
 where m.run_id = $run_id
on conflict (nro_solicitud, clase) do update
   set estado = excluded.estado,
       tipo_signo = excluded.tipo_signo,
       fecha_presentacion = excluded.fecha_presentacion
 where (brand_listing.*) is distinct from (excluded.*)
