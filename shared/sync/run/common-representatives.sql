-- Finds a list of two or more representatives that occurs in at least $fewest new and changed records of a run. Returns
-- the length of the list, the number of records, and a fingerprint of the list. There is at most one row, because
-- $fewest is more than half of all records of the run.
select jsonb_array_length(names) as representatives, count(*) as suspects, md5(names::text) as fingerprint
  from staged_record
 cross join jsonb_path_query_array((record).personas, '$[*] ? (@.rol == "REPRESENTANTE").nombre') as names
 where run_id = $run_id and state in ('new', 'changed')
   and jsonb_array_length((record).personas) >= 2 and jsonb_array_length(names) >= 2
 group by names
having count(*) >= $fewest::integer
