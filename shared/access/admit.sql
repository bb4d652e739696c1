-- Admission: who presents this key, whether it opens the scope, and one unit of its month and its burst.
--
-- Exact under any concurrency: the charge is one UPDATE, and one that waited for another looks at its condition
-- and computes its values again from the row as that other one left it. No row comes from it when the last unit
-- went in between: the verdict is then null, and the statement, run again, sees why. A refusal that the snapshot
-- shows already (only time or the operator can lift it) does not touch the counter, so that a flood beyond the limits
-- costs a read. A clock that was set back neither opens a window nor a month anew.
with caller as materialized (
  select k.key_id, k.public_id, k.counter_id, k.monthly_quota, k.burst_per_minute,
         cardinality(k.scopes) = 0 or $scope = any (k.scopes) as in_scope,
         usage_refusal(c, k.monthly_quota, k.burst_per_minute, clock.month, clock.now) as refusal,
         clock.now, clock.month, c.month as counted_month, c.window_opened_at
    from (select now, chilean_month(now) as month
            from (select coalesce($now::timestamptz, clock_timestamp()) as now) as reading) as clock
   cross join api_key as k
    join usage_counter as c using (counter_id)
   where k.secret_hash = $secret_hash
     and key_state(k, clock.now) = 'active'
), charged as (
  update usage_counter as c
     set month = greatest(c.month, caller.month),
         month_used = usage_in_month(c, caller.month) + 1,
         window_opened_at = case when burst_window_open(c, caller.now) then c.window_opened_at else caller.now end,
         window_used = case when burst_window_open(c, caller.now) then c.window_used + 1 else 1 end
    from caller
   where c.counter_id = caller.counter_id
     and caller.in_scope
     and caller.refusal is null
     and usage_refusal(c, caller.monthly_quota, caller.burst_per_minute, caller.month, caller.now) is null
  returning c.month
), noted as (
  update api_key as k
     set last_used_at = caller.now
    from caller
   where k.key_id = caller.key_id
     and (k.last_used_at is null or k.last_used_at <= caller.now - interval '1 minute')
)
select caller.public_id as "keyId",
       caller.counter_id as "counterId",
       charged.month as "chargedMonth",
       case when not caller.in_scope then 'forbidden'
            when charged.month is not null then 'granted'
            else caller.refusal
       end as verdict,
       ceil(extract(epoch from case caller.refusal
         when 'quota_exceeded'
           then chilean_midnight((greatest(caller.month, caller.counted_month) + interval '1 month')::date)
         when 'rate_limited' then caller.window_opened_at + interval '60 seconds'
       end - caller.now))::integer as "retryAfter"
  from caller
  left join charged on true
