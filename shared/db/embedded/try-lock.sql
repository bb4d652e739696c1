-- Takes an exclusive advisory lock until the end of the session, unless another session holds the lock, and returns whether
-- this session has the lock.
select pg_try_advisory_lock(hashtextextended($lock, 0)) as locked
