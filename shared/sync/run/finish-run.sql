-- The end of a run, good or bad. No row: it was given up for lost meanwhile, and what it did must not count.
update sync_run
   set status = $status,
       finished_at = clock_timestamp(),
       source_date = $source_date,
       rows_read = $rows_read,
       inserted = $inserted,
       updated = $updated,
       unchanged = $unchanged,
       rejected = $rejected,
       unclassified_estados = $unclassified_estados,
       unclassified_tipos = $unclassified_tipos,
       error_code = $error_code,
       error_message = $error_message,
       lease_owner = null
 where run_id = $run_id and status = 'running' and lease_owner = $owner
returning run_id as "runId"
