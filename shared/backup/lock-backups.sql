-- Takes a lock until the end of the transaction, so that only one process at a time records the start of a backup.
select pg_advisory_xact_lock(hashtext('trademark backup'))
