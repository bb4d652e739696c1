-- Releases an exclusive advisory lock of this session.
select pg_advisory_unlock(hashtextextended($lock, 0))
