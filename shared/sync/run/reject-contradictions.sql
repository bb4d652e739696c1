-- Deletes the staged rows that a sheet has for an application if these rows contradict each other. Records the deleted rows as
-- rejected. Returns for each sheet the number of deleted rows, and the first three deleted rows. Rows contradict each other if
-- a field such as the filing date has different values. A blank or the kind of sign OTRA does not count as a value. The letter
-- case of names and of unclassified statuses is ignored.
with repeated as (
  select sheet, nro_solicitud
    from staged_row
   where run_id = $run_id and not rejected
   group by sheet, nro_solicitud
  having count(*) > 1
), compared as (
  select sheet, nro_solicitud, array_agg(row_number order by row_number) as rows,
         array_remove(array[
           case when min(lower(denominacion) collate "C") filter (where denominacion <> '')
                  <> max(lower(denominacion) collate "C") then 'names' end,
           case when min(status) <> max(status) then 'statuses' end,
           case when min(nullif(tipo_signo, 'OTRA')) <> max(nullif(tipo_signo, 'OTRA')) then 'kinds of sign' end,
           case when min(nro_registro) <> max(nro_registro) then 'registration numbers' end,
           case when min(fecha_presentacion) <> max(fecha_presentacion) then 'filing dates' end,
           case when min(fecha_publicacion) <> max(fecha_publicacion) then 'publication dates' end,
           case when min(fecha_registro) <> max(fecha_registro) then 'registration dates' end,
           case when min(fecha_vencimiento) <> max(fecha_vencimiento) then 'expiry dates' end
         ], null) as fields
    from staged_row as r
    join repeated using (sheet, nro_solicitud)
   cross join lateral (
           select case when estado_oficina = '' then null
                       when estado = 'SIN_CLASIFICAR' then lower(estado_oficina)
                       else estado::text end collate "C" as status
         ) as s
   where run_id = $run_id and not rejected
   group by sheet, nro_solicitud
), contradiction as (
  select sheet, nro_solicitud,
         format('rows %s%s of its application have different %s', array_to_string(rows[:5], ', '),
                case when cardinality(rows) > 5 then format(' and %s more', cardinality(rows) - 5) end,
                array_to_string(fields, ', ')) as reason
    from compared
   where fields <> '{}'
), deleted as (
  delete from staged_row as r
   using contradiction as c
   where r.run_id = $run_id and not r.rejected and r.sheet = c.sheet and r.nro_solicitud = c.nro_solicitud
  returning r.sheet, r.row_number, r.nro_solicitud, c.reason
), recorded as (
  insert into sync_rejection (run_id, sheet, row_number, nro_solicitud, reason)
  select $run_id, ($sheets::text[])[sheet], row_number, nro_solicitud, reason from deleted order by sheet, row_number
)
select sheet, count(*) as rejected,
       (array_agg(json_build_object('rowNumber', row_number, 'nroSolicitud', nro_solicitud::text, 'reason', reason)
                  order by row_number))[:3] as first
  from deleted
 group by sheet
