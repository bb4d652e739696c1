-- Counts new and changed records in which a pair of dates is in the wrong order (see reversed_days). Ignores a pair that is
-- already in the wrong order in the stored record of the mark. Returns a row for each pair that has at
-- least $fewest suspects:
-- - `suspects`: the number of records with the wrong order
-- - `records`: the number of new and changed records that have both dates
-- - `storedShare`: among the stored records that have both dates, the share of records with the wrong order
with suspect as (
  select pair, count(*) as suspects, min(r.nro_solicitud)::text as example,
         sum(hashint8extended(r.nro_solicitud, 0))::text as fingerprint
    from staged_record as r
    left join source_record as s on r.state = 'changed' and s.nro_solicitud = r.nro_solicitud and s.fuente = $source
   cross join unnest(reversed_days(r.record)) as pair
   where r.run_id = $run_id and r.state in ('new', 'changed') and reversed_days(r.record) <> '{}'
     and pair <> all (reversed_days(s.record))
   group by pair
  having count(*) >= $fewest::integer
)
select split_part(pair, ' ', 1) as later, split_part(pair, ' ', 2) as earlier, suspects, example, fingerprint,
       (select count(*)
          from staged_record
         where run_id = $run_id and state in ('new', 'changed')
           and filled_fields(record) || 'fechaPresentacion'::text @> string_to_array(pair, ' ')) as records,
       (select coalesce(avg((pair = any (reversed_days(record)))::integer), 0)::float
          from source_record
         where fuente = $source
           and filled_fields(record) || 'fechaPresentacion'::text @> string_to_array(pair, ' ')) as "storedShare"
  from suspect
 order by later, earlier
