-- Returns the status, input and fingerprint of the run that an operator approves.
select source, status, fingerprint, input, source_date as "sourceDate" from sync_run where run_id = $run_id
