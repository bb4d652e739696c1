-- Returns a row while the staged rows of a run are complete.
select run_id from staged_run where run_id = $run_id
