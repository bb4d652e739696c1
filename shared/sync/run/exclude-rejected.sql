-- An application of which one row cannot be used is left out of its sheet whole, or it would be shown half. Tells
-- how many rows of each sheet that are.
with broken as (
  select distinct sheet, nro_solicitud from staged_row where run_id = $run_id and rejected
), excluded_row as (
  delete from staged_row as r
   using broken as b
   where r.run_id = $run_id and r.sheet = b.sheet and r.nro_solicitud = b.nro_solicitud
  returning r.sheet, r.row_number, r.nro_solicitud, r.rejected
), kept as (
  insert into sync_rejection (run_id, sheet, row_number, nro_solicitud, reason)
  select $run_id, ($sheets::text[])[sheet], row_number, nro_solicitud, 'another row of its application was rejected'
    from excluded_row
   where not rejected
)
select sheet, count(*) filter (where not rejected) as rejected from excluded_row group by sheet
