-- Returns the country that all applicants and holders of the new and changed records of a run have, if it is not Chile, and
-- how many different ones have it. Returns no row for fewer than $fewest.
select min(pais) as country, count(distinct nombre) as holders
  from staged_record
 cross join jsonb_to_recordset((record).personas) as p (rol text, nombre text, pais text)
 where run_id = $run_id and state in ('new', 'changed') and rol <> 'REPRESENTANTE' and pais is not null
having count(distinct nombre) >= $fewest::integer and min(pais) = max(pais) and min(pais) <> 'CL'
