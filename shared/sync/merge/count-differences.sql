select count(*) as staged from staged_mark where run_id = $run_id
