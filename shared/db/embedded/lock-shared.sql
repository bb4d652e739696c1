-- Waits for a shared lock, until the end of the session.
select pg_advisory_lock_shared(hashtextextended($lock, 0))
