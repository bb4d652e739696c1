-- Takes a shared advisory lock until the end of the session; waits while another session holds the lock exclusively.
select pg_advisory_lock_shared(hashtextextended($lock, 0))
