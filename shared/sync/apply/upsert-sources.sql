-- Inserts or updates what the source of the run states about the staged marks.
insert into brand_source (nro_solicitud, fuente, fecha_fuente, actualizado_en, digest, estado, estado_oficina,
                          record)
select nro_solicitud, $source, fecha_fuente, clock_timestamp(), digest, dicho_estado, dicho_oficina, dicho_record
  from staged_mark
 where run_id = $run_id
on conflict (nro_solicitud, fuente) do update
   set fecha_fuente = excluded.fecha_fuente,
       actualizado_en = excluded.actualizado_en,
       digest = excluded.digest,
       estado = excluded.estado,
       estado_oficina = excluded.estado_oficina,
       record = excluded.record
