-- Stores the rejected rows of a sheet with their reasons.
insert into sync_rejection (run_id, sheet, row_number, nro_solicitud, reason)
select $run_id, $sheet, r.row_number, r.nro_solicitud, r.reason
  from unnest($row_numbers::integer[], $numbers::bigint[], $reasons::text[]) as r (row_number, nro_solicitud, reason)
