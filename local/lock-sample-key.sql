-- Takes the lock for creating the sample key and holds it until the end of the transaction.
select pg_advisory_xact_lock(hashtext('trademark sample key'))
