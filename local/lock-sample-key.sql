-- Takes the lock that a process holds while it creates the sample key, until the end of the transaction.
select pg_advisory_xact_lock(hashtext('trademark sample key'))
