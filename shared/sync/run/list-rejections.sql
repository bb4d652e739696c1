-- Returns the rejected rows of a run as a JSON array, in the order in which they were read. Returns nothing for an unknown run.
select (select coalesce(json_agg(json_build_object('sheet', sheet, 'rowNumber', row_number,
                                                   'nroSolicitud', nro_solicitud::text, 'reason', reason)
                                 order by rejection_id), '[]')
          from sync_rejection as r
         where r.run_id = run.run_id) as rejections
  from sync_run as run
 where run_id = $run_id
