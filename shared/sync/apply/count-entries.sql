-- What was read of a bulletin: entries, and the applications that they tell of, in the corpus and not in it.
select count(*) as entries,
       count(distinct e.nro_solicitud) filter (where b.nro_solicitud is not null) as marks,
       count(distinct e.nro_solicitud) filter (where b.nro_solicitud is null) as waiting
  from staged_entry as e
  left join brand as b on b.nro_solicitud = e.nro_solicitud and not $anew::boolean
 where e.run_id = $run_id
