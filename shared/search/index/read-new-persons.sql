-- Returns the persons who have a mark that a run has staged and who are not in the index yet, each once.
select p.person::text as person, min(p.nombre) as nombre
  from staged_name as s
  join person_to_search as p using (nro_solicitud)
 where s.run_id = $run_id::bigint
   and not exists (select from search.person as known where known.person = p.person)
 group by p.person
