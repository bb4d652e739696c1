-- A unit of the month that was taken for an answer that then failed. Floor and month guard against a clock
-- that moved on in between: a counter never shows less than was granted.
update usage_counter
   set month_used = month_used - 1
 where counter_id = $counter_id and month = $month and month_used > 0
