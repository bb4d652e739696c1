-- Waits for the migrations of other processes, until the end of the transaction.
select pg_advisory_xact_lock(hashtext('trademark migration'))
