-- Returns the length of the longest names among the new and changed records of a run, the number of different names of
-- this length, and an example, if these names look truncated. Names look truncated if at least $fewest different names have
-- this length, and if more than $growth times as many records have this length as each of the three next shorter lengths.
-- Names that end in a digit do not count, because they may be numbered.
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
