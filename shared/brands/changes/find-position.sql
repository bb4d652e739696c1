-- Returns the place in the changes feed from which a reader continues: the change of a cursor, or the last one before an
-- instant; whether a new corpus was loaded since; and the present version. `seq` and `stamp` are null where the feed no longer
-- has all changes since then, or never had the cursor's change.
with beginning as (
  select first_seq, last_seq, applied_at from change_set order by first_seq limit 1
)
select found.*, rfc3339(beginning.applied_at) as "keptSince",
       exists (select from change_set where is_load and first_seq > found.seq) as "isLoaded",
       (select max(version) from search.version) as version
  from beginning
  left join lateral (
         select case when $instant::timestamptz is null then $seq::bigint else s.last_seq end as seq,
                (extract(epoch from s.applied_at) * 1000000)::bigint as stamp
           from change_set as s
          where case
                  when $instant is null then $seq between s.first_seq and s.last_seq and $seq >= beginning.last_seq
                    and (extract(epoch from s.applied_at) * 1000000)::bigint = $stamp::bigint
                  when $instant >= beginning.applied_at then s.applied_at < $instant or s.first_seq = beginning.first_seq
                end
          order by s.first_seq desc
          limit 1
       ) as found on true
