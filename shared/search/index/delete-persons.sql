-- Deletes the links between persons and the marks that a run has staged. Returns each person of these links once, so that the
-- caller can delete persons without marks.
with deleted as (
  delete from search.person_of_mark
   where nro_solicitud in (select nro_solicitud from staged_name where run_id = $run_id::bigint)
  returning person
)
select distinct person::text as person from deleted
