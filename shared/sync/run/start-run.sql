-- A new run, unless another one holds its source: the row is the lease. Of processes that begin one for the same time of
-- the schedule, the first has it.
insert into sync_run (source, trigger, status, sample, scheduled_for, input, lease_owner, heartbeat_at)
values ($source, $trigger, 'running', $sample, $scheduled_for, $input, $owner, clock_timestamp())
on conflict do nothing
returning run_id as "runId"
