-- Deletes the changes that were applied more than $kept_days days ago. Keeps the newest change_set of this age, without its
-- changes, as the beginning of the feed.
with beginning as (
  select first_seq, last_seq
    from change_set
   where applied_at < clock_timestamp() - make_interval(days => $kept_days)
   order by first_seq desc
   limit 1
), deleted_sets as (
  delete from change_set as s using beginning as b where s.first_seq < b.first_seq
)
delete from brand_change as c using beginning as b where c.seq <= b.last_seq
