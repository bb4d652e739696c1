-- Inserts the new staged entries as annotations of their source.
insert into brand_annotation (nro_solicitud, fecha, tipo, descripcion, resolucion, estado, fuente)
select nro_solicitud, fecha, tipo, descripcion, resolucion, estado, $source::source
  from staged_entry
 where run_id = $run_id and not known
 order by fecha, row_number
