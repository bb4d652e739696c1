-- Takes a shared advisory lock until the end of the session; waits for an exclusive holder.
select pg_advisory_lock_shared(hashtextextended($lock, 0))
