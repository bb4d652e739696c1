-- Deletes from the index the persons of the marks that a run has staged, and returns each of these persons once.
with deleted as (
  delete from search.person_of_mark
   where nro_solicitud in (select nro_solicitud from staged_name where run_id = $run_id::bigint)
  returning person
)
select distinct person::text as person from deleted
