-- Closes a run and releases its lease. Returns no row if the lease was lost; in this case, the run must not be applied.
update sync_run
   set status = $status,
       finished_at = clock_timestamp(),
       source_date = $source_date,
       rows_read = $rows_read,
       inserted = $inserted,
       updated = $updated,
       unchanged = $unchanged,
       rejected = $rejected,
       outdated = $outdated,
       waiting = $waiting,
       repeated = $repeated,
       kept = $kept,
       withdrawn = $withdrawn,
       unclassified_estados = $unclassified_estados,
       unclassified_tipos = $unclassified_tipos,
       ignored = $ignored,
       error_code = $error_code,
       error_message = $error_message,
       lease_owner = null
 where run_id = $run_id and status = 'running' and lease_owner = $owner
returning run_id as "runId"
