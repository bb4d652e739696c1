-- Takes the lock of writers of the corpus until the end of the transaction; waits for other writers.
select pg_advisory_xact_lock(hashtext('trademark corpus'))
