-- Refunds one unit of the monthly quota, unless the counter has moved to another month.
select refund_unit($counter_id, $month)
