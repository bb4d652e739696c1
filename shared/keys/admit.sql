-- Authenticates, authorizes and meters a call: returns the key, the verdict, the counters after it and the corpus version.
-- No row: the key is unknown, revoked or expired.
--
-- Exact under any concurrency: the charge is one UPDATE. If it waited for a concurrent one, PostgreSQL evaluates its
-- condition and its values again on the row that the other one committed. It returns no row when the last unit was taken
-- in between; the verdict is then null, and the caller runs the statement again. A refusal that the snapshot already
-- shows does not touch the counter, so that calls beyond a limit cost a read. A clock that was set back opens neither a
-- new window nor a new month.
with caller as materialized (
  select k.key_id, k.public_id, k.counter_id, k.monthly_quota, k.burst_per_minute, k.consumer_id,
         cardinality(k.scopes) = 0 or $scope = any (k.scopes) as in_scope,
         usage_refusal(c, k.monthly_quota, k.burst_per_minute, clock.month, clock.now) as refusal,
         coalesce(k.last_used_at <= clock.now - interval '1 minute', true) as is_last_use_due,
         clock.now, clock.month, corpus.version as corpus_version,
         coalesce(corpus.version = any ($cached_versions::bigint[]), false) as is_not_modified,
         c.month as counted_month, usage_in_month(c, clock.month) as month_used, c.window_opened_at,
         case when burst_window_open(c, clock.now) then c.window_used else 0 end as window_used
    from (select now, chilean_month(now) as month
            from (select coalesce($now::timestamptz, clock_timestamp()) as now) as reading) as clock
   cross join api_key as k
    join usage_counter as c using (counter_id)
    left join (select (date_part('epoch', created_at) * 1000000)::bigint as version
                 from search.version as v order by v.version desc limit 1) as corpus on true
   where k.secret_hash = $secret_hash
     and key_state(k, clock.now) = 'active'
), charge as (
  -- A call whose cached response is still valid is charged to the burst alone.
  update usage_counter as c
     set month = greatest(c.month, caller.month),
         month_used = usage_in_month(c, caller.month) + case when caller.is_not_modified then 0 else 1 end,
         window_opened_at = case when burst_window_open(c, caller.now) then c.window_opened_at else caller.now end,
         window_used = case when burst_window_open(c, caller.now) then c.window_used + 1 else 1 end
    from caller
   where c.counter_id = caller.counter_id
     and caller.in_scope
     and caller.refusal is null
     and usage_refusal(c, caller.monthly_quota, caller.burst_per_minute, caller.month, caller.now) is null
  returning c.month, c.month_used, c.window_opened_at, c.window_used
), last_use as (
  update api_key as k
     set last_used_at = caller.now
    from caller
   where k.key_id = caller.key_id
     and caller.is_last_use_due
     and (k.last_used_at is null or k.last_used_at <= caller.now - interval '1 minute')
), counters as (
  -- The counters after the charge or, without a charge, as they are.
  select caller.*,
         charge.month as charged_month,
         coalesce(charge.month_used, caller.month_used) as current_month_used,
         coalesce(charge.window_used, caller.window_used) as current_window_used,
         coalesce(charge.month, greatest(caller.month, caller.counted_month)) as current_month,
         -- Without an open window, the next call opens one.
         coalesce(charge.window_opened_at,
                  case when caller.window_used > 0 then caller.window_opened_at else caller.now end)
           as current_window_opened_at
    from caller
    left join charge on true
)
select c.public_id as "keyId",
       consumer.name as "consumer",
       case when not c.in_scope then 'forbidden'
            when c.charged_month is not null then case when c.is_not_modified then 'not_modified' else 'granted' end
            else c.refusal
       end as verdict,
       c.counter_id as "counterId",
       c.charged_month as "chargedMonth",
       c.corpus_version as "corpusVersion",
       c.current_month as "month",
       c.monthly_quota as "monthQuota",
       c.current_month_used as "monthUsed",
       c.burst_per_minute as "burstQuota",
       c.current_window_used as "burstUsed",
       date_part('epoch', c.current_window_opened_at) as "windowOpenedAt",
       date_part('epoch', c.now) as "now"
  from counters as c
  join consumer using (consumer_id)
