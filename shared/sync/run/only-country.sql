-- Returns the common country of all applicants and holders in the new and changed records of a run, and the number of different
-- names. Ignores persons without a country. Returns no row for several countries, for Chile, or for fewer than $fewest names.
select min(pais) as country, count(distinct nombre) as holders
  from staged_record
 cross join jsonb_to_recordset((record).personas) as p (rol text, nombre text, pais text)
 where run_id = $run_id and state in ('new', 'changed') and rol <> 'REPRESENTANTE' and pais is not null
having count(distinct nombre) >= $fewest::integer and min(pais) = max(pais) and min(pais) <> 'CL'
