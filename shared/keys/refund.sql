-- Refunds a unit of the month, unless the counter has gone on to another month.
select refund_unit($counter_id, $month)
