-- Returns the name that occurs in at least $fewest new and changed records of a run, and the number of records with this name.
-- Ignores empty names. There is at most one row, because $fewest is more than half of the records of the run.
select (record).denominacion as name, count(*) as suspects
  from staged_record
 where run_id = $run_id and state in ('new', 'changed') and (record).denominacion <> ''
 group by (record).denominacion
having count(*) >= $fewest::integer
