-- Refunds a unit of the month. The conditions guard against a clock that has gone on to another month: a counter never
-- falls below what was granted.
update usage_counter
   set month_used = month_used - 1
 where counter_id = $counter_id and month = $month and month_used > 0
