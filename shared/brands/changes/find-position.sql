-- Returns a position in the changes feed: the last change before $instant, or the change with $seq and $stamp of a cursor.
-- `seq` and `stamp` are null if the feed lacks the change of the cursor, or lacks changes after the position.
-- `isLoaded` is true if a new corpus was loaded after the position. `version` is the newest version of the corpus.
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
