-- One more call of today, unless all of them are spent: then no row. Tells how long it has to wait for its turn; where the
-- clock was set back, as long as between any two.
update portal_state as s
   set calls = case when s.called_on = d.today then s.calls else 0 end + 1,
       called_on = d.today
  from (select chilean_day(clock_timestamp()) as today) as d
 where s.called_on is distinct from d.today or s.calls < $calls_per_day::bigint
returning case when s.called_at is null then 0
               else least($pause_ms::bigint,
                          greatest(0, $pause_ms - floor(1000 * extract(epoch from clock_timestamp() - s.called_at))))
          end::integer as "waitMs"
