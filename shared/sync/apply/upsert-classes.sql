-- Inserts new classes of the staged marks and updates coverages that differ.
insert into brand_class (nro_solicitud, clase, cobertura)
select m.nro_solicitud, c.clase, c.cobertura
  from staged_mark as m
 cross join jsonb_to_recordset(m.clases) as c (clase smallint, cobertura text)
 where m.run_id = $run_id
on conflict (nro_solicitud, clase) do update
   set cobertura = excluded.cobertura
 where brand_class.cobertura is distinct from excluded.cobertura
