-- Deletes all staged rows of an application in a sheet if one of the rows was rejected, because the application would be
-- incomplete. Records the other rows as rejected, too. Returns the number of the other rows for each sheet.
with incomplete as (
  select distinct sheet, nro_solicitud from staged_row where run_id = $run_id and rejected
), excluded_row as (
  delete from staged_row as r
   using incomplete as i
   where r.run_id = $run_id and r.sheet = i.sheet and r.nro_solicitud = i.nro_solicitud
  returning r.sheet, r.row_number, r.nro_solicitud, r.rejected
), recorded as (
  insert into sync_rejection (run_id, sheet, row_number, nro_solicitud, reason)
  select $run_id, ($sheets::text[])[sheet], row_number, nro_solicitud, 'another row of its application was rejected'
    from excluded_row
   where not rejected
)
select sheet, count(*) filter (where not rejected) as rejected from excluded_row group by sheet
