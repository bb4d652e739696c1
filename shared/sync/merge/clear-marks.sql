-- What runs that are over have left behind, and what one run is about to stage anew.
delete from staged_mark
 where run_id not in (select run_id from sync_run where status = 'running') or run_id = $run_id::bigint
