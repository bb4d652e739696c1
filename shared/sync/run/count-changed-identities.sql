-- Returns the fields (see changed_identity) that differ from the stored record in at least $fewest changed records: the number
-- of these records, of the known marks of the run, or of those that had a value in a field of persons or goods, an example, and a
-- fingerprint.
with suspect as (
  select field, count(*) as suspects, min(r.nro_solicitud)::text as example,
         sum(hashint8extended(r.nro_solicitud, 0))::text as fingerprint
    from staged_record as r
    join source_record as s on s.nro_solicitud = r.nro_solicitud and s.fuente = $source
   cross join unnest(changed_identity(s.record, r.record)) as field
   where r.run_id = $run_id and r.state = 'changed'
   group by field
  having count(*) >= $fewest::integer
)
select field, suspects, example, fingerprint,
       case when field in ('titulares', 'representantes', 'paises', 'coberturas')
            then (select count(*)
                    from source_record as s
                   where s.fuente = $source and field = any (filled_details(s.record))
                     and s.nro_solicitud in (select nro_solicitud from staged_row where run_id = $run_id and not rejected))
            else $marks - (select count(*) from staged_record where run_id = $run_id and state = 'new') end as known
  from suspect
 order by field
