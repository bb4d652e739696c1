-- Returns a row if the staged rows of a run are complete, and none if a crash of the server has deleted them.
select run_id from staged_run where run_id = $run_id
