-- Creates a key that replaces an old key and has the same consumer, scopes, limits, expiry and usage counter. The old key is
-- revoked at the end of the overlap.
with old as (
  update api_key
     set revoked_at = clock_timestamp() + $overlap::interval
   where public_id = $id
  returning *
), fresh as (
  insert into api_key (public_id, secret_hash, consumer_id, counter_id, scopes, monthly_quota, burst_per_minute,
                       expires_on, replaces)
  select $new_id, $secret_hash, consumer_id, counter_id, scopes, monthly_quota, burst_per_minute, expires_on, key_id
    from old
  returning key_id, public_id
)
insert into key_event (key_id, action, actor, reason, change)
select old.key_id, 'rotate', $actor, $reason,
       jsonb_build_object('replacedBy', fresh.public_id, 'revokedAt', rfc3339(old.revoked_at))
  from old cross join fresh
union all
select fresh.key_id, 'create', $actor, $reason, jsonb_build_object('replaces', old.public_id)
  from old cross join fresh
