-- Returns how many marks have a date in the future, in their record or in a new entry, an example, and a fingerprint of
-- them all.
with dated as (
  select m.nro_solicitud, greatest(m.fecha_presentacion, m.fecha_publicacion, m.fecha_registro) as day
    from staged_mark as m
   where m.run_id = $run_id and m.dicho_estado is not null and not m.outdated
   union all
  select e.nro_solicitud, e.fecha
    from staged_entry as e
   where e.run_id = $run_id and not e.known
)
select count(distinct nro_solicitud) as count, min(nro_solicitud::text || ' on ' || day) as example,
       md5(string_agg(distinct nro_solicitud::text || day, ' ')) as fingerprint
  from dated
 where day > chilean_day(clock_timestamp())
