-- Stores the fingerprint of the data for which a run was held, so that the approval of an operator is valid only for this data.
update sync_run set fingerprint = $fingerprint where run_id = $run_id
