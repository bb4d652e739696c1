-- Replaces annotations with the staged bulletin entries of the same application and day. Skips known entries, because the
-- stored annotations are identical. A withdrawn application is no longer in a corrected edition: deletes its annotations of
-- the day of the edition.
with replaced as (
  delete from brand_annotation as a
   using (select distinct nro_solicitud, fecha from staged_entry where run_id = $run_id and not known
           union all
          select nro_solicitud, fecha_fuente from staged_record where run_id = $run_id and state = 'withdrawn') as e
   where a.nro_solicitud = e.nro_solicitud and a.fecha = e.fecha
)
insert into brand_annotation (nro_solicitud, fecha, tipo, descripcion, resolucion, estado)
select nro_solicitud, fecha, tipo, descripcion, resolucion, estado
  from staged_entry
 where run_id = $run_id and not known
 order by fecha, row_number
