-- Revokes a key or changes its scopes, limits or expiry, and adds the old and new values to the audit log of the key.
with old as (
  select * from api_key where public_id = $id
), new as (
  update api_key
     set revoked_at = case when $action = 'revoke' then clock_timestamp() else revoked_at end,
         expires_on = case when $action = 'expire' then $expires::date else expires_on end,
         scopes = coalesce($scopes::text[], scopes),
         monthly_quota = coalesce($monthly_quota::bigint, monthly_quota),
         burst_per_minute = coalesce($burst_per_minute::integer, burst_per_minute)
   where public_id = $id
  returning *
)
insert into key_event (key_id, action, actor, reason, change)
select new.key_id, $action, $actor, $reason,
       coalesce(jsonb_object_agg(field.name, jsonb_build_object('from', field.before, 'to', field.after))
                  filter (where field.before is distinct from field.after), '{}')
  from old
  join new using (key_id)
 cross join lateral (
         values ('revokedAt', to_jsonb(rfc3339(old.revoked_at)), to_jsonb(rfc3339(new.revoked_at))),
                ('expires', to_jsonb(old.expires_on), to_jsonb(new.expires_on)),
                ('scopes', to_jsonb(old.scopes), to_jsonb(new.scopes)),
                ('monthlyQuota', to_jsonb(old.monthly_quota), to_jsonb(new.monthly_quota)),
                ('burstPerMinute', to_jsonb(old.burst_per_minute), to_jsonb(new.burst_per_minute))
       ) as field (name, before, after)
 group by new.key_id
