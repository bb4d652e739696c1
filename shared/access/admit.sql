-- Admission: who presents this key, whether it opens the scope, and one unit of its month and its burst.
--
-- Exact under any concurrency: the charge is one UPDATE, and an UPDATE that waited for another one computes
-- its new values, the verdict among them, from the row as that one left it. A refusal that the snapshot shows
-- already is not written at all (only time or the operator can lift it), so that a flood beyond the limits
-- costs a read. Stored times never go back, whatever the clock does.
with caller as materialized (
  select k.key_id, k.public_id, k.counter_id, k.monthly_quota, k.burst_per_minute, k.last_used_at, clock.now,
         cardinality(k.scopes) = 0 or $scope = any (k.scopes) as in_scope,
         usage_refusal(c, k.monthly_quota, k.burst_per_minute, greatest(clock.now, c.window_opened_at)) as refusal,
         c.month, c.month_used, c.window_opened_at, c.window_used
    from (select coalesce($now::timestamptz, clock_timestamp()) as now) as clock
   cross join api_key as k
    join usage_counter as c using (counter_id)
   where k.secret_hash = $secret_hash
     and key_state(k, clock.now) = 'active'
), charged as (
  update usage_counter as c
     set (month, month_used, window_opened_at, window_used, verdict) = (
           select case when refused is null then this_month else c.month end,
                  case when refused is null then usage_in_month(c, this_month) + 1 else c.month_used end,
                  case when refused is null and not open then at else c.window_opened_at end,
                  case when refused is not null then c.window_used when open then c.window_used + 1 else 1 end,
                  coalesce(refused, 'granted')
             from (select greatest(caller.now, c.window_opened_at) as at) as clock
            cross join lateral (
                    select greatest(chilean_month(at), c.month) as this_month,
                           burst_window_open(c, at) as open,
                           usage_refusal(c, caller.monthly_quota, caller.burst_per_minute, at) as refused
                  ) as state
         )
    from caller
   where c.counter_id = caller.counter_id and caller.in_scope and caller.refusal is null
  returning c.month, c.month_used, c.window_opened_at, c.window_used, c.verdict
), noted as (
  update api_key as k
     set last_used_at = caller.now
    from caller
   where k.key_id = caller.key_id
     and (k.last_used_at is null or k.last_used_at <= caller.now - interval '1 minute')
)
select caller.public_id as "keyId",
       caller.counter_id as "counterId",
       case when caller.in_scope then coalesce(charged.verdict, caller.refusal) else 'forbidden' end as verdict,
       charged.month as "chargedMonth",
       case coalesce(charged.verdict, caller.refusal)
         when 'quota_exceeded' then ceil(extract(epoch from
           chilean_midnight((greatest(chilean_month(caller.now), caller.month) + interval '1 month')::date)
             - caller.now))::integer
         when 'rate_limited' then ceil(extract(epoch from
           coalesce(charged.window_opened_at, caller.window_opened_at) + interval '60 seconds' - caller.now))::integer
       end as "retryAfter"
  from caller
  left join charged on true
