-- Marks of runs that are over.
delete from staged_run where run_id not in (select run_id from sync_run where status = 'running')
