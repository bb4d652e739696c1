-- Returns the key with a public id.
select "id", "consumer", "state", "scopes", "monthlyQuota", "burstPerMinute", "monthUsed", "expires", "createdAt",
       "lastUsedAt", "revokedAt", "replaces", "replacedBy"
  from key_overview
 where "id" = $id
