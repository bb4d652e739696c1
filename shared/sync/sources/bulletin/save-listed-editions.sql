-- Stores the days with an edition ($days) and the days without an edition ($absent). Also marks an unread day
-- as absent if $days does not contain it, but contains an earlier and a later day.
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
