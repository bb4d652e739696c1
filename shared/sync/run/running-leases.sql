-- Returns the lease owners of running runs.
select lease_owner as owner from sync_run where status = 'running'
