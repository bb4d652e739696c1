-- Returns the length of the longest names among the new and changed records of a run, if at least $fewest different names
-- have it, and more than $growth times as many records as each of the three lengths before; and one of these names. Names
-- that end in a digit are numbered, and do not count.
with longest as (
  select length((record).denominacion) as letters, count(*) as records
    from staged_record
   where run_id = $run_id and state in ('new', 'changed') and right((record).denominacion, 1) !~ '[0-9]'
   group by letters
   order by letters desc
   limit 4
)
select letters, count(distinct (record).denominacion) as names, min((record).denominacion) as example
  from staged_record
  join longest on letters = length((record).denominacion)
 where run_id = $run_id and state in ('new', 'changed') and right((record).denominacion, 1) !~ '[0-9]'
   and letters = (select max(letters) from longest)
   and records > $growth::integer * (select coalesce(max(records), 0)
                                       from longest
                                      where letters between (select max(letters) from longest) - 3
                                                        and (select max(letters) from longest) - 1)
 group by letters
having count(distinct (record).denominacion) >= $fewest::integer
