-- Appends a change to the changes feed for each staged mark that is new or differs from the stored mark. Called before the run
-- updates the stored marks. The caller holds the lock of the corpus, so that changes are numbered in the order of commits.
with last_set as (
  select last_seq, applied_at from change_set order by first_seq desc limit 1
), compared as (
  select m.*, b.estado as estado_anterior, after.personas, n.name,
         case when k.nro_solicitud is null then '{}' else array_remove(array[
           case when b.nro_registro is distinct from m.nro_registro then 'nroRegistro' end,
           case when b.denominacion <> m.denominacion then 'denominacion' end,
           case when b.estado <> m.estado then 'estado' end,
           case when b.tipo_signo <> m.tipo_signo then 'tipoSigno' end,
           case when b.fecha_presentacion <> m.fecha_presentacion then 'fechaPresentacion' end,
           case when b.fecha_vencimiento is distinct from m.fecha_vencimiento then 'fechaVencimiento' end,
           case when b.estado_oficina <> m.estado_oficina then 'estadoOficina' end,
           case when b.fecha_publicacion is distinct from m.fecha_publicacion then 'fechaPublicacion' end,
           case when b.fecha_registro is distinct from m.fecha_registro then 'fechaRegistro' end,
           case when before.clases::text <> after.clases::text then 'clases' end,
           case when before.personas::text <> after.personas::text then 'personas' end,
           case when before.anotaciones::text <> after.anotaciones::text then 'anotaciones' end
         ], null) end as campos
    from staged_mark as m
    left join brand as b using (nro_solicitud)
    left join brand_detail as k using (nro_solicitud)
    left join staged_name as n using (run_id, nro_solicitud)
   cross join json_to_record(m.detail) as after (clases json, personas json, anotaciones json)
    left join json_to_record(k.detail) as before (clases json, personas json, anotaciones json) on true
   where m.run_id = $run_id
), inserted as (
  insert into brand_change (seq, nro_solicitud, tipo, campos, estado_anterior, estado, nro_registro, tipo_signo,
                            fecha_presentacion, fecha_registro, fecha_vencimiento, clases, personas, name)
  select (select last_seq from last_set) + row_number() over (), nro_solicitud,
         case when estado_anterior is null then 'alta' when campos = '{anotaciones}' then 'anotacion' else 'cambio'
         end::tipo_cambio,
         campos, estado_anterior, estado, nro_registro, tipo_signo, fecha_presentacion, fecha_registro,
         fecha_vencimiento, clases, personas, name
    from compared
   where estado_anterior is null or campos <> '{}'
  returning seq
)
insert into change_set (first_seq, last_seq, run_id, version, applied_at, is_load, rules)
select min(seq), max(seq), $run_id, (select version + 1 from corpus_state),
       greatest(clock_timestamp(), (select applied_at + interval '1 microsecond' from last_set)), false, $rules::integer
  from inserted
having count(*) > 0
