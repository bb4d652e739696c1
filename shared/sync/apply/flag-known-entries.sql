-- Flags staged entries whose application and day have the same entries in the corpus, so that apply skips them.
-- $replaces: the sample is being replaced, so that no entry is known.
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
   where a.fuente = 'bulletin' and not $replaces::boolean
   group by nro_solicitud, fecha
), compared as (
  select nro_solicitud, fecha, t.entries is not distinct from k.entries as known
    from staged_day as t
    left join stored_day as k using (nro_solicitud, fecha)
)
update staged_entry as e
   set known = c.known
  from compared as c
 where e.run_id = $run_id and e.nro_solicitud = c.nro_solicitud and e.fecha = c.fecha and e.known <> c.known
