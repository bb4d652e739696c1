-- Limits the wait for table locks in this transaction, so that a waiting migration does not block the requests behind it.
select set_config('lock_timeout', '5s', true)
