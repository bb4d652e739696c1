-- Waits for other processes that start a backup, until the end of the transaction.
select pg_advisory_xact_lock(hashtext('trademark backup'))
