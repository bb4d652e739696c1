-- Inserts a run, whose row is the lease of the source. Returns no row if another run holds the lease or has the same slot of
-- the schedule.
insert into sync_run (source, trigger, status, sample, scheduled_for, input, lease_owner, heartbeat_at)
values ($source, $trigger, 'running', $sample, $scheduled_for, $input, $owner, clock_timestamp())
on conflict do nothing
returning run_id as "runId"
