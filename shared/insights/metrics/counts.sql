-- How many runs of each source have ended how, about how many marks there are, as the planner has it, and how many keys
-- that are valid now have spent how much of their month: a key and those that it was rotated to share one. One whose
-- month is empty by its terms has nothing to spend.
with clock as materialized (
  select reading.now, chilean_month(reading.now) as month from (select clock_timestamp() as now) as reading
), valid_key as materialized (
  select max(100.0 * usage_in_month(c, clock.month) / nullif(k.monthly_quota, 0)) as percent
    from clock
   cross join api_key as k
    join usage_counter as c using (counter_id)
   where key_state(k, clock.now) = 'active'
   group by k.counter_id
)
select (select coalesce(json_agg(ended), '[]')
          from (select source, status, count(*) as runs
                  from sync_run_told
                 where status <> 'running'
                 group by source, status
                 order by source, status) as ended) as "ended",
       (select reltuples::bigint from pg_class where oid = 'brand'::regclass and reltuples >= 0) as "marks",
       (select count(*) from valid_key)::integer as "keys",
       (select json_agg(json_build_object('share', share, 'keys', (select count(*) from valid_key where percent >= share)))
          from unnest($shares::integer[]) as share) as "spent"
