-- Takes the lock that a process holds while it records the start of a backup, until the end of the transaction.
select pg_advisory_xact_lock(hashtext('trademark backup'))
