-- Returns the name that at least $fewest new and changed records of a run share, and the number of these records. Ignores
-- blank names. $fewest is more than half of the marks, so that there is at most one row.
select (record).denominacion as name, count(*) as suspects
  from staged_record
 where run_id = $run_id and state in ('new', 'changed') and (record).denominacion <> ''
 group by (record).denominacion
having count(*) >= $fewest::integer
