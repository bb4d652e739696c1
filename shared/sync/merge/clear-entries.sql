-- Entries that runs which are over have left behind.
delete from staged_entry where run_id not in (select run_id from sync_run where status = 'running')
