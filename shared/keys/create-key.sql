-- Creates a key, its usage counter, its consumer if the name is new, and the first entry of the audit log of the key.
with owner as (
  insert into consumer (name) values ($consumer)
  on conflict (name) do update set name = excluded.name
  returning consumer_id
), counter as (
  insert into usage_counter (month) values (chilean_month(clock_timestamp())) returning counter_id
), key as (
  insert into api_key (public_id, secret_hash, consumer_id, counter_id, scopes, monthly_quota, burst_per_minute,
                       expires_on)
  select $id, $secret_hash, owner.consumer_id, counter.counter_id, $scopes, $monthly_quota, $burst_per_minute,
         $expires
    from owner cross join counter
  returning key_id, scopes, monthly_quota, burst_per_minute, expires_on
)
insert into key_event (key_id, action, actor, reason, change)
select key_id, 'create', $actor, $reason,
       jsonb_build_object('scopes', scopes, 'monthlyQuota', monthly_quota, 'burstPerMinute', burst_per_minute,
                          'expires', expires_on)
  from key
