-- Stages the applications of a bulletin edition whose entries differ from the corpus. An application is `withdrawn` if
-- the corpus has entries of it on the day of the edition, but the edition has no entry of it, not even a rejected entry.
-- Returns the number of withdrawn applications (`withdrawn`) and, of the applications in the edition, the number that the
-- corpus has as marks (`marks`) and the number that the corpus does not have (`waiting`).
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
