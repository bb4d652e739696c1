-- Counts a portal request, and returns the milliseconds to wait before the request is sent. Returns no row if the daily
-- limit is used up. `called_at` is the end of the previous request, or its planned start if it has not ended. The wait
-- ends one pause after `called_at`. It is at most five pauses, because the clock may have been set back. Stores the
-- planned start of the new request, so that later requests wait even if this process dies.
with turn as (
  select d.today,
         least(5 * $pause_ms::bigint,
               greatest(0, ceil(1000 * extract(epoch from s.called_at - d.now)) + $pause_ms)) as wait_ms,
         d.now
    from portal_state as s
   cross join (select clock_timestamp() as now, chilean_day(clock_timestamp()) as today) as d
     for update of s
)
update portal_state as s
   set calls = case when s.called_on = t.today then s.calls else 0 end + 1,
       called_on = t.today,
       called_at = t.now + t.wait_ms * interval '1 millisecond'
  from turn as t
 where s.called_on is distinct from t.today or s.calls < $calls_per_day::bigint
returning t.wait_ms::integer as "waitMs"
