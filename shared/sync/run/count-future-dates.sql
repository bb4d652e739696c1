-- Counts the marks with a future date in new or changed data. `fingerprint` identifies the whole set of these marks and dates.
with dated as (
  select nro_solicitud, greatest((record).fecha_presentacion, (record).fecha_publicacion, (record).fecha_registro) as day
    from staged_record
   where run_id = $run_id and state in ('new', 'changed')
   union all
  select nro_solicitud, fecha from staged_entry where run_id = $run_id and not known
)
select count(distinct nro_solicitud) as count, min(nro_solicitud::text || ' on ' || day) as example,
       md5(string_agg(distinct nro_solicitud::text || day, ' ')) as fingerprint
  from dated
 where day > chilean_day(clock_timestamp())
