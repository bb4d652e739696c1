-- Admission: who presents this key, whether it opens the scope, and one unit of its month and its burst. With it comes
-- what is left of both, and the state of the corpus: who knows the answer in that state already pays for the burst alone.
--
-- Exact under any concurrency: the charge is one UPDATE, and one that waited for another looks at its condition
-- and computes its values again from the row as that other one left it. No row comes from it when the last unit
-- went in between: the verdict is then null, and the statement, run again, sees why. A refusal that the snapshot
-- shows already (only time or the operator can lift it) does not touch the counter, so that a flood beyond the limits
-- costs a read. A clock that was set back neither opens a window nor a month anew.
with caller as materialized (
  select k.key_id, k.public_id, k.counter_id, k.monthly_quota, k.burst_per_minute, k.consumer_id,
         cardinality(k.scopes) = 0 or $scope = any (k.scopes) as in_scope,
         usage_refusal(c, k.monthly_quota, k.burst_per_minute, clock.month, clock.now) as refusal,
         coalesce(k.last_used_at <= clock.now - interval '1 minute', true) as is_worth_noting,
         clock.now, clock.month, corpus.state,
         coalesce(corpus.state = any ($known_states::bigint[]), false) as is_known,
         c.month as counted_month, usage_in_month(c, clock.month) as month_used, c.window_opened_at,
         case when burst_window_open(c, clock.now) then c.window_used else 0 end as window_used
    from (select now, chilean_month(now) as month
            from (select coalesce($now::timestamptz, clock_timestamp()) as now) as reading) as clock
   cross join api_key as k
    join usage_counter as c using (counter_id)
    left join (select (date_part('epoch', created_at) * 1000000)::bigint as state
                 from search.version order by version desc limit 1) as corpus on true
   where k.secret_hash = $secret_hash
     and key_state(k, clock.now) = 'active'
), charged as (
  update usage_counter as c
     set month = greatest(c.month, caller.month),
         month_used = usage_in_month(c, caller.month) + case when caller.is_known then 0 else 1 end,
         window_opened_at = case when burst_window_open(c, caller.now) then c.window_opened_at else caller.now end,
         window_used = case when burst_window_open(c, caller.now) then c.window_used + 1 else 1 end
    from caller
   where c.counter_id = caller.counter_id
     and caller.in_scope
     and caller.refusal is null
     and usage_refusal(c, caller.monthly_quota, caller.burst_per_minute, caller.month, caller.now) is null
  returning c.month, c.month_used, c.window_opened_at, c.window_used
), noted as (
  update api_key as k
     set last_used_at = caller.now
    from caller
   where k.key_id = caller.key_id
     and caller.is_worth_noting
     and (k.last_used_at is null or k.last_used_at <= caller.now - interval '1 minute')
), told as (
  select caller.*,
         charged.month as charged_month,
         coalesce(charged.month_used, caller.month_used) as month_used_now,
         coalesce(charged.window_used, caller.window_used) as window_used_now,
         coalesce(charged.month, greatest(caller.month, caller.counted_month)) as month_told,
         -- A window that is not open would open now.
         coalesce(charged.window_opened_at,
                  case when caller.window_used > 0 then caller.window_opened_at else caller.now end) as window_told
    from caller
    left join charged on true
)
select t.public_id as "keyId",
       consumer.name as "consumer",
       case when not t.in_scope then 'forbidden'
            when t.charged_month is not null then case when t.is_known then 'known' else 'granted' end
            else t.refusal
       end as verdict,
       t.counter_id as "counterId",
       t.charged_month as "chargedMonth",
       t.state as "corpusState",
       t.month_told as "month",
       t.monthly_quota as "monthQuota",
       t.month_used_now as "monthUsed",
       t.burst_per_minute as "burstQuota",
       t.window_used_now as "burstUsed",
       date_part('epoch', t.window_told) as "windowOpenedAt",
       date_part('epoch', t.now) as "now"
  from told as t
  join consumer using (consumer_id)
