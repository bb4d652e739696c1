-- Renews the lease of a run and stores the numbers of rows that the run has read and rejected so far. Returns no row if the
-- lease was lost; in this case, the run must stop.
update sync_run
   set heartbeat_at = clock_timestamp(),
       rows_read = $rows_read,
       rejected = $rejected
 where run_id = $run_id and status = 'running' and lease_owner = $owner
returning run_id as "runId"
