-- Releases an exclusive lock of this session.
select pg_advisory_unlock(hashtextextended($lock, 0))
