-- What an edition says of an application on a day is one thing: where it is what is known, nothing of it is to be done.
-- `$anew`: whatever is there goes with the sample.
with told as (
  select nro_solicitud, fecha,
         jsonb_agg(jsonb_build_array(tipo, descripcion, resolucion, estado) order by row_number) as entries
    from staged_entry
   where run_id = $run_id
   group by nro_solicitud, fecha
), kept as (
  select nro_solicitud, fecha,
         jsonb_agg(jsonb_build_array(a.tipo, a.descripcion, a.resolucion, a.estado) order by a.annotation_id) as entries
    from told
    join brand_annotation as a using (nro_solicitud, fecha)
   where a.fuente = 'bulletin' and not $anew::boolean
   group by nro_solicitud, fecha
), compared as (
  select nro_solicitud, fecha, t.entries is not distinct from k.entries as known
    from told as t
    left join kept as k using (nro_solicitud, fecha)
)
update staged_entry as e
   set known = c.known
  from compared as c
 where e.run_id = $run_id and e.nro_solicitud = c.nro_solicitud and e.fecha = c.fecha and e.known <> c.known
