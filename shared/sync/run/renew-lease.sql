-- Renews the lease of a run. Returns no row where the lease was lost: then the run must stop.
update sync_run
   set heartbeat_at = clock_timestamp()
 where run_id = $run_id and status = 'running' and lease_owner = $owner
returning run_id as "runId"
