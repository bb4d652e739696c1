-- Returns the audit log of the key with the public id $id, oldest entry first.
select rfc3339(e.happened_at) as "at", e.action, e.actor, e.reason, e.change
  from key_event as e
  join api_key using (key_id)
 where public_id = $id
 order by e.event_id
