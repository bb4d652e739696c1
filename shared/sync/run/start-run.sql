-- Inserts a run, whose row is the lease of its source. Returns no row where another run holds the lease, or has the same
-- time of the schedule.
insert into sync_run (source, trigger, status, sample, scheduled_for, input, lease_owner, heartbeat_at)
values ($source, $trigger, 'running', $sample, $scheduled_for, $input, $owner, clock_timestamp())
on conflict do nothing
returning run_id as "runId"
