-- Authenticates, authorizes and meters a batch of calls in their order (function admit_calls).
-- Returns a row for each call with an active key. `place` is the position of the call in the batch, from 1.
select place,
       public_id as "keyId",
       consumer,
       verdict,
       counter_id as "counterId",
       charged_month as "chargedMonth",
       corpus_version as "corpusVersion",
       corpus_date as "corpusDate",
       is_sample as "isSample",
       month,
       month_quota as "monthQuota",
       month_used as "monthUsed",
       burst_quota as "burstQuota",
       burst_used as "burstUsed",
       date_part('epoch', window_opened_at) as "windowOpenedAt",
       date_part('epoch', now) as "now"
  from admit_calls($secret_hashes, $scopes, $cached_versions, $now, $skip_locked)
