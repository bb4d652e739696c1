-- Inserts a run. Returns no row if the source has another running run, or a run with the same `scheduled_for`.
insert into sync_run (source, trigger, status, sample, scheduled_for, input, lease_owner, heartbeat_at)
values ($source, $trigger, 'running', $sample, $scheduled_for, $input, $owner, clock_timestamp())
on conflict do nothing
returning run_id as "runId"
