-- Stores the record of the other source (sheets or portal) where both describe a staged mark. The row exists; an insert with
-- a conflict looks each row up by its key, whatever the planner estimates for the staged marks.
insert into brand_source as s (nro_solicitud, fuente, fecha_fuente, actualizado_en, record)
select m.nro_solicitud, case $source::source when 'sheets' then 'portal'::source else 'sheets' end, m.fecha_fuente,
       clock_timestamp(), m.otro_record
  from staged_mark as m
 where m.run_id = $run_id and m.otro_record is not null
on conflict (nro_solicitud, fuente) do update
   set record = excluded.record
 where s.record is null
