-- Takes an exclusive lock until the end of the session, unless another session holds it.
select pg_try_advisory_lock(hashtextextended($lock, 0)) as locked
