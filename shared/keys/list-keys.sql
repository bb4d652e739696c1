-- Returns all keys, newest first.
select "id", "consumer", "state", "scopes", "monthlyQuota", "burstPerMinute", "monthUsed", "expires", "createdAt",
       "lastUsedAt", "revokedAt", "replaces", "replacedBy"
  from key_overview
 order by key_id desc
