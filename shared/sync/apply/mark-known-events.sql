-- What the portal tells of an application's past is one thing: where it is what is known, or older than what is known,
-- nothing of it is to be done.
-- `$anew`: whatever is there goes with the sample.
with told as (
  select nro_solicitud,
         jsonb_agg(jsonb_build_array(fecha, tipo, descripcion, resolucion) order by row_number) as events
    from staged_entry
   where run_id = $run_id
   group by nro_solicitud
), kept as (
  select nro_solicitud,
         jsonb_agg(jsonb_build_array(a.fecha, a.tipo, a.descripcion, a.resolucion) order by a.annotation_id) as events
    from told
    join brand_annotation as a using (nro_solicitud)
   where a.fuente = 'portal' and not $anew::boolean
   group by nro_solicitud
)
update staged_entry as e
   set known = true
  from told
  left join kept using (nro_solicitud)
  left join portal_number as n using (nro_solicitud)
 where e.run_id = $run_id and e.nro_solicitud = told.nro_solicitud
   and (told.events = kept.events or (n.told_on > $day::date and not $anew))
