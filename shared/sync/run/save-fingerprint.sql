-- Stores the fingerprint of the data that a run has read, so that an operator can approve the run.
update sync_run set fingerprint = $fingerprint where run_id = $run_id
