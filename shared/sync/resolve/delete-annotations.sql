-- Deletes the annotations that the edition replaces: those of the same application and day as new entries, because an
-- edition may have been corrected, and those of withdrawn applications on the day of the edition.
delete from brand_annotation as a
 using (select distinct nro_solicitud, fecha from staged_entry where run_id = $run_id and not known
         union all
        select nro_solicitud, fecha_fuente from staged_record where run_id = $run_id and state = 'withdrawn') as e
 where a.nro_solicitud = e.nro_solicitud and a.fecha = e.fecha
