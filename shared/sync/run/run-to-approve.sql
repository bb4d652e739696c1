-- Returns what an operator approves: the status of a run and its input.
select source, status, fingerprint, input, source_date as "sourceDate" from sync_run where run_id = $run_id
