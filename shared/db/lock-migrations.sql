-- Takes the lock of migrations until the end of the transaction; waits for the migrations of other processes.
select pg_advisory_xact_lock(hashtext('trademark migration'))
