-- Stores the days of the editions that the office lists ($days), and marks days without an edition as absent. These are the
-- days in $absent, and the stored days between the first and the last of $days that are no longer listed and whose edition was
-- never read.
with listed as (
  insert into bulletin_edition (day) select unnest($days::date[])
  on conflict (day) do update set absent = false where bulletin_edition.absent
), withdrawn as (
  update bulletin_edition
     set absent = true
   where taken_at is null and not absent and day <> all($days)
     and day between (select min(day) from unnest($days) as day) and (select max(day) from unnest($days) as day)
)
insert into bulletin_edition (day, absent)
select unnest($absent::date[]), true
on conflict (day) do nothing
