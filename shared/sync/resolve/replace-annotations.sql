-- Replaces annotations with the staged bulletin entries of the same application and day. Skips known entries, because the
-- stored annotations are identical. If a corrected edition no longer has an application of the earlier edition, deletes the
-- annotations of this application for the day of the edition.
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
