-- A run that an operator may accept: what stopped it, and what it had read.
select source, status, fingerprint, input from sync_run where run_id = $run_id
