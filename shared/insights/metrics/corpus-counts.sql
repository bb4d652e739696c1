-- Returns the values of the corpus metrics: ended runs by source and status, the estimated number of marks, and the number of
-- valid keys. For each percentage in $shares, "spent" has the number of valid keys that have used at least this percentage of
-- their quota.
with clock as materialized (
  select reading.now, chilean_month(reading.now) as month from (select clock_timestamp() as now) as reading
), valid_key as materialized (
  -- One row for each counter; a rotated key and its successor share a counter. The percentage is null if the quota is 0.
  select max(100.0 * usage_in_month(c, clock.month) / nullif(k.monthly_quota, 0)) as percent
    from clock
   cross join api_key as k
    join usage_counter as c using (counter_id)
   where key_state(k, clock.now) = 'active'
   group by k.counter_id
)
select (select coalesce(json_agg(ended), '[]')
          from (select source, status, count(*) as runs
                  from reported_run
                 where status <> 'running'
                 group by source, status
                 order by source, status) as ended) as "ended",
       (select reltuples::bigint from pg_class where oid = 'brand'::regclass and reltuples >= 0) as "marks",
       (select count(*) from valid_key)::integer as "keys",
       (select json_agg(json_build_object('share', share, 'keys', (select count(*) from valid_key where percent >= share)))
          from unnest($shares::integer[]) as share) as "spent"
