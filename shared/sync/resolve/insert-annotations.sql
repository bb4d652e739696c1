-- Inserts the new staged entries as annotations.
insert into brand_annotation (nro_solicitud, fecha, tipo, descripcion, resolucion, estado)
select nro_solicitud, fecha, tipo, descripcion, resolucion, estado
  from staged_entry
 where run_id = $run_id and not known
 order by fecha, row_number
