-- Adds to the index the persons of the marks that a run has staged. Each person is added once for each mark and role.
insert into search.person_of_mark (person, representative, fecha_presentacion, nro_solicitud)
select distinct p.person, p.representative, p.fecha_presentacion, p.nro_solicitud
  from staged_name as s
  join person_to_search as p using (nro_solicitud)
 where s.run_id = $run_id::bigint
