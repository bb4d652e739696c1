-- What a run could not use, in the order in which it was read.
select sheet, row_number as "rowNumber", nro_solicitud::text as "nroSolicitud", reason
  from sync_rejection
 where run_id = $run_id
 order by rejection_id
