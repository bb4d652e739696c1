-- Returns the number of staged entries, of the marks in the corpus that they are about, and of the applications that the
-- corpus lacks. $replaces: the sample is being replaced, so that the corpus has no marks.
select count(*) as entries,
       count(distinct e.nro_solicitud) filter (where b.nro_solicitud is not null) as marks,
       count(distinct e.nro_solicitud) filter (where b.nro_solicitud is null) as waiting
  from staged_entry as e
  left join brand as b on b.nro_solicitud = e.nro_solicitud and not $replaces::boolean
 where e.run_id = $run_id
