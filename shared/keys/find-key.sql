-- The key that a secret belongs to, whatever its state.
select v."id"
  from api_key as k
  join key_overview as v using (key_id)
 where k.secret_hash = $secret_hash
