-- Waits until no other process creates the sample key, and keeps others waiting until the end of the transaction.
select pg_advisory_xact_lock(hashtext('trademark sample key'))
