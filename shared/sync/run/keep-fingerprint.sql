-- What a run has read, told before it ends: an operator may accept it when a guard stops it.
update sync_run set fingerprint = $fingerprint where run_id = $run_id
