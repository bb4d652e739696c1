-- Returns the public id of the key with the hash $secret_hash, whether the key is active or not.
select v."id"
  from api_key as k
  join key_overview as v using (key_id)
 where k.secret_hash = $secret_hash
