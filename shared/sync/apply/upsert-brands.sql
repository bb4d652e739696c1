-- Inserts new marks and updates changed marks.
insert into brand (nro_solicitud, nro_registro, denominacion, estado, estado_oficina, tipo_signo, fecha_presentacion,
                   fecha_publicacion, fecha_registro, fecha_vencimiento, clases)
select nro_solicitud, nro_registro, denominacion, estado, estado_oficina, tipo_signo, fecha_presentacion,
       fecha_publicacion, fecha_registro, fecha_vencimiento, clases
  from staged_mark
 where run_id = $run_id
on conflict (nro_solicitud) do update
   set nro_registro = excluded.nro_registro,
       denominacion = excluded.denominacion,
       estado = excluded.estado,
       estado_oficina = excluded.estado_oficina,
       tipo_signo = excluded.tipo_signo,
       fecha_presentacion = excluded.fecha_presentacion,
       fecha_publicacion = excluded.fecha_publicacion,
       fecha_registro = excluded.fecha_registro,
       fecha_vencimiento = excluded.fecha_vencimiento,
       clases = excluded.clases
 where (brand.*) is distinct from (excluded.*)
