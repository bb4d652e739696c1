delete from staged_name where run_id not in (select run_id from sync_run where status = 'running')
