-- Returns the maximum length of names in the new and changed records of a run, if the longest names look truncated. Also
-- returns the number of different names of this length, and an example. Names look truncated if both conditions are true:
-- - At least $fewest different names have the maximum length.
-- - The maximum length is more than $growth times as frequent as each of the next three shorter lengths.
-- Ignores names that end in a digit, because such names may be numbered.
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
