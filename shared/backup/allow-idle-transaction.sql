-- Removes the limit on the idle time of this transaction.
select set_config('idle_in_transaction_session_timeout', '0', true)
