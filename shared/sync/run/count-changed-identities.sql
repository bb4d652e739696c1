-- Returns a row for each field (see changed_identity) that differs from the stored record in at least $fewest changed records.
-- $details contains some of the fields, such as `titulares` and `coberturas`. The row `varios` counts the records in which any
-- other field differs. The columns are:
-- - `suspects`: the number of records in which the field differs
-- - `known`: the number of marks in the run with a stored record of the source. For a field in $details, counts only stored
--   records with a value in the field, and stops counting as soon as the share of `suspects` is less than $share.
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
                             -- `is true` prevents a join, which would read all records.
                             and (s.nro_solicitud in (select nro_solicitud
                                                        from staged_row
                                                       where run_id = $run_id and not rejected)) is true
                           limit ceil(suspects / $share::float) + 1) as had)
            else $marks - (select count(*) from staged_record where run_id = $run_id and state = 'new') end as known
  from suspect
 order by field
