-- A key and its row's lock: what is decided about it holds until the transaction ends.
select k.key_id as "keyId", v."state", v."revokedAt", v."expires", v."replacedBy"
  from api_key as k
  join key_overview as v using (key_id)
 where k.public_id = $id
   for update of k
