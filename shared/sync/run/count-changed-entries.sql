-- Returns a row for each field (`event`, `resolution`) in which a corrected edition differs from the stored entries of the same
-- day. The columns are the number of changed applications, an example, and the number of compared applications.
with stored as (
  select nro_solicitud, fecha,
         array_agg(distinct descripcion order by descripcion) as events,
         array_agg(distinct coalesce(resolucion, '') order by coalesce(resolucion, '')) as resolutions
    from brand_annotation
   where fecha in (select fecha from staged_entry where run_id = $run_id)
   group by nro_solicitud, fecha
), staged as (
  select nro_solicitud, fecha,
         array_agg(distinct descripcion order by descripcion) as events,
         array_agg(distinct coalesce(resolucion, '') order by coalesce(resolucion, '')) as resolutions
    from staged_entry
   where run_id = $run_id
   group by nro_solicitud, fecha
), compared as (
  select a.nro_solicitud, a.events <> b.events as event, a.resolutions <> b.resolutions as resolution, count(*) over () as compared
    from stored as a
    join staged as b using (nro_solicitud, fecha)
)
select field, count(*) as changed, min(nro_solicitud)::text as example, compared
  from compared
 cross join lateral (values ('event', event), ('resolution', resolution)) as each (field, differs)
 where differs
 group by field, compared
 order by field
