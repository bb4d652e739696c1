insert into brand_source (nro_solicitud, fuente, fecha_fuente, actualizado_en, digest)
select nro_solicitud, $source, fecha_fuente, clock_timestamp(), digest from staged_mark where run_id = $run_id
on conflict (nro_solicitud, fuente) do update
   set fecha_fuente = excluded.fecha_fuente,
       actualizado_en = excluded.actualizado_en,
       digest = excluded.digest
