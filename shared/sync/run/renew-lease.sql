-- Renews the lease of a run, and stores its counts of rows so far. Returns no row where the lease was lost: then the run must stop.
update sync_run
   set heartbeat_at = clock_timestamp(),
       rows_read = $rows_read,
       rejected = $rejected
 where run_id = $run_id and status = 'running' and lease_owner = $owner
returning run_id as "runId"
