-- Flags the staged entries of an application and day as known if they equal the stored entries, so that the run skips them.
with staged_day as (
  select nro_solicitud, fecha,
         jsonb_agg(jsonb_build_array(tipo, descripcion, resolucion, estado) order by row_number) as entries
    from staged_entry
   where run_id = $run_id
   group by nro_solicitud, fecha
), stored_day as (
  select nro_solicitud, fecha,
         jsonb_agg(jsonb_build_array(a.tipo, a.descripcion, a.resolucion, a.estado) order by a.annotation_id) as entries
    from staged_day
    join brand_annotation as a using (nro_solicitud, fecha)
   group by nro_solicitud, fecha
), known_day as (
  select nro_solicitud, fecha from staged_day as t join stored_day as k using (nro_solicitud, fecha, entries)
)
update staged_entry as e
   set known = true
  from known_day as k
 where e.run_id = $run_id and e.nro_solicitud = k.nro_solicitud and e.fecha = k.fecha
