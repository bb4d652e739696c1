-- Returns the key with the public id $id.
select "id", "consumer", "state", "scopes", "monthlyQuota", "burstPerMinute", "monthUsed", "expires", "createdAt",
       "lastUsedAt", "revokedAt", "replaces", "replacedBy"
  from key_overview
 where "id" = $id
