-- Returns a row for each field that at least $fewest marks would lose in the run. `lost` is the number of marks that would lose
-- the field. `had` is the number of marks in the run that have a stored value in the field.
with lost as (
  select field, count(*) as lost
    from staged_record as r
    join source_record as s on s.nro_solicitud = r.nro_solicitud and s.fuente = $source
   cross join unnest(filled_fields(s.record)) as field
   where r.run_id = $run_id and r.state = 'changed' and field <> all (filled_fields(r.record))
   group by field
  having count(*) >= $fewest::integer
)
select field, lost,
       (select count(*)
          from source_record as s
         where s.fuente = $source and field = any (filled_fields(s.record))
           and s.nro_solicitud in (select nro_solicitud from staged_row where run_id = $run_id and not rejected)) as had
  from lost
 order by field
