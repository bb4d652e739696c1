-- A new run, unless another one holds its source: the row is the lease.
insert into sync_run (source, trigger, status, sample, lease_owner, heartbeat_at)
values ($source, $trigger, 'running', $sample, $owner, clock_timestamp())
on conflict (source) where status = 'running' do nothing
returning run_id as "runId"
