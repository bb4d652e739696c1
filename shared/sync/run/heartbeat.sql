-- Tells that a run goes on. No row: the run was given up for lost, and whoever holds it must stop.
update sync_run
   set heartbeat_at = clock_timestamp()
 where run_id = $run_id and status = 'running' and lease_owner = $owner
returning run_id as "runId"
