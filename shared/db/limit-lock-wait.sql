-- Limits the wait for the lock of a table, so that a migration never queues in front of the requests being served.
select set_config('lock_timeout', '5s', true)
