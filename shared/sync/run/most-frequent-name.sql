-- Returns the name that at least $fewest of the new and changed records of a run have, more than half of its marks, and the
-- number of these records. Records without a name do not count.
select (record).denominacion as name, count(*) as suspects
  from staged_record
 where run_id = $run_id and state in ('new', 'changed') and (record).denominacion <> ''
 group by (record).denominacion
having count(*) >= $fewest::integer
