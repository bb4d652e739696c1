-- Takes an exclusive advisory lock until the end of the session, unless another session holds it, and returns whether it
-- did.
select pg_try_advisory_lock(hashtextextended($lock, 0)) as locked
