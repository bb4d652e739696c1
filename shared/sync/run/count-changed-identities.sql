-- Returns the fields (see changed_identity) that differ from the stored record in at least $fewest changed records, and
-- `varios`, any of those that are none of persons, classes and goods ($details): the number of these records, of the known
-- marks of the run, or of those that had a value in a field of $details, an example, and a fingerprint. The marks that had a
-- value are counted only until the changed ones are less than $share of them.
with changed as materialized (
  select r.nro_solicitud, changed_identity(s.record, r.record) as fields
    from staged_record as r
    join source_record as s on s.nro_solicitud = r.nro_solicitud and s.fuente = $source
   where r.run_id = $run_id and r.state = 'changed'
), suspect as (
  select field, count(*) as suspects, min(nro_solicitud)::text as example,
         sum(hashint8extended(nro_solicitud, 0))::text as fingerprint
    from changed
   cross join unnest(fields || case when not fields <@ $details::text[] then '{varios}'::text[] end) as field
   group by field
  having count(*) >= $fewest::integer
)
select field, suspects, example, fingerprint,
       case when field = any ($details::text[])
            then (select count(*)
                    from (select
                            from source_record as s
                           where s.fuente = $source and field = any (filled_details(s.record))
                             and (s.nro_solicitud in (select nro_solicitud
                                                        from staged_row
                                                       where run_id = $run_id and not rejected)) is true -- no join: it reads all
                           limit ceil(suspects / $share::float) + 1) as had)
            else $marks - (select count(*) from staged_record where run_id = $run_id and state = 'new') end as known
  from suspect
 order by field
