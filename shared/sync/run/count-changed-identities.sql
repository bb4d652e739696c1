-- Returns the fields that rarely change in reality and differ from the stored record in at least $fewest changed records,
-- with the number of these records, an example and a fingerprint, and the number of new records of the run.
select field, count(*) as suspects, min(r.nro_solicitud)::text as example,
       sum(hashint8extended(r.nro_solicitud, 0))::text as fingerprint,
       (select count(*) from staged_record where run_id = $run_id and state = 'new') as new
  from staged_record as r
  join source_record as s on s.nro_solicitud = r.nro_solicitud and s.fuente = $source
 cross join unnest(changed_identity(s.record, r.record)) as field
 where r.run_id = $run_id and r.state = 'changed'
 group by field
having count(*) >= $fewest::integer
 order by field
