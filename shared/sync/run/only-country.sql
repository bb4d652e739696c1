-- Returns the country and the number of different applicants and holders, if all of those in the new and changed records
-- of a run have one country other than Chile. Returns no row for fewer than $fewest of them.
select min(pais) as country, count(distinct nombre) as holders
  from staged_record
 cross join jsonb_to_recordset((record).personas) as p (rol text, nombre text, pais text)
 where run_id = $run_id and state in ('new', 'changed') and rol <> 'REPRESENTANTE' and pais is not null
having count(distinct nombre) >= $fewest::integer and min(pais) = max(pais) and min(pais) <> 'CL'
