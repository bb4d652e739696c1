-- Stores the new and changed records of the run's source. A portal answer without events keeps the stored events.
insert into source_record (nro_solicitud, fuente, fecha_fuente, actualizado_en, digest, record, events, kept,
                           estado_on)
select nro_solicitud, $source, fecha_fuente, clock_timestamp(), digest, record, events, kept, estado_on
  from staged_record
 where run_id = $run_id and state in ('new', 'changed')
on conflict (nro_solicitud, fuente) do update
   set fecha_fuente = excluded.fecha_fuente,
       actualizado_en = excluded.actualizado_en,
       digest = excluded.digest,
       record = excluded.record,
       events = case when excluded.events = '[]' then source_record.events else excluded.events end,
       kept = excluded.kept,
       estado_on = excluded.estado_on
