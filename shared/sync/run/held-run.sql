-- A run that an operator may accept: what stopped it, and what it had read.
select source, status, fingerprint, input, source_date as "sourceDate" from sync_run where run_id = $run_id
