-- Returns the number of marks in the corpus that staged entries are about, and of applications that the corpus lacks.
select count(distinct e.nro_solicitud) filter (where b.nro_solicitud is not null) as marks,
       count(distinct e.nro_solicitud) filter (where b.nro_solicitud is null) as waiting
  from staged_entry as e
  left join brand as b using (nro_solicitud)
 where e.run_id = $run_id
