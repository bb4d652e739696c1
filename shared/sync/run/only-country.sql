-- Returns the only country of the applicants and holders of a run, and the number of different names. Returns no row for
-- several countries, for Chile, or for fewer than $fewest names. Ignores unchanged records, and persons without a country.
select min(pais) as country, count(distinct nombre) as holders
  from staged_record
 cross join jsonb_to_recordset((record).personas) as p (rol text, nombre text, pais text)
 where run_id = $run_id and state in ('new', 'changed') and rol <> 'REPRESENTANTE' and pais is not null
having count(distinct nombre) >= $fewest::integer and min(pais) = max(pais) and min(pais) <> 'CL'
