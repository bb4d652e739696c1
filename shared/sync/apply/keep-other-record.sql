-- What the other source of records says of a mark, from now on that two tell of it. Its row is there: written as an insert
-- that meets it, each is looked up by its key, whatever the planner knows of the marks that are staged.
insert into brand_source as s (nro_solicitud, fuente, fecha_fuente, actualizado_en, record)
select m.nro_solicitud, case $source::source when 'sheets' then 'portal'::source else 'sheets' end, m.fecha_fuente,
       clock_timestamp(), m.otro_record
  from staged_mark as m
 where m.run_id = $run_id and m.otro_record is not null
on conflict (nro_solicitud, fuente) do update
   set record = excluded.record
 where s.record is null
