-- Stages the applications whose entries in a bulletin edition differ from the corpus. Returns three counts of applications:
-- - `withdrawn`: the corpus has entries of the application on the day of the edition, but the edition has neither
--   entries nor rejected rows of the application
-- - `marks`: the edition has entries of the application, and the corpus has the mark
-- - `waiting`: the edition has entries of the application, but the corpus does not have the mark
with changed as (
  select nro_solicitud, max(fecha) as fecha
    from staged_entry
   where run_id = $run_id and not known
   group by nro_solicitud
), withdrawn as (
  select distinct a.nro_solicitud
    from brand_annotation as a
   where a.fecha = $day::date
     and not exists (select from staged_entry as e where e.run_id = $run_id and e.nro_solicitud = a.nro_solicitud)
     and not exists (select from sync_rejection as j where j.run_id = $run_id and j.nro_solicitud = a.nro_solicitud)
), staged as (
  insert into staged_record (run_id, nro_solicitud, state, fecha_fuente)
  select $run_id, nro_solicitud, 'changed', fecha from changed
  union all
  select $run_id, nro_solicitud, 'withdrawn', $day from withdrawn
)
select (select count(*) from withdrawn) as withdrawn,
       count(b.nro_solicitud) as marks,
       count(*) filter (where b.nro_solicitud is null) as waiting
  from (select distinct nro_solicitud from staged_entry where run_id = $run_id) as e
  left join brand as b using (nro_solicitud)
