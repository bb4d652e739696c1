-- Flags staged events of the portal that the corpus already has, or of which it has a newer answer, so that apply skips them.
-- The events of an application count as a whole. $replaces: the sample is being replaced, so that no event is known.
with staged_history as (
  select nro_solicitud,
         jsonb_agg(jsonb_build_array(fecha, tipo, descripcion, resolucion) order by row_number) as events
    from staged_entry
   where run_id = $run_id
   group by nro_solicitud
), stored_history as (
  select nro_solicitud,
         jsonb_agg(jsonb_build_array(a.fecha, a.tipo, a.descripcion, a.resolucion) order by a.annotation_id) as events
    from staged_history
    join brand_annotation as a using (nro_solicitud)
   where a.fuente = 'portal' and not $replaces::boolean
   group by nro_solicitud
)
update staged_entry as e
   set known = true
  from staged_history as t
  left join stored_history as k using (nro_solicitud)
  left join portal_number as n using (nro_solicitud)
 where e.run_id = $run_id and e.nro_solicitud = t.nro_solicitud
   and (t.events = k.events or (n.told_on > $day::date and not $replaces))
