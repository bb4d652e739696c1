-- Disables the idle timeout for this transaction.
select set_config('idle_in_transaction_session_timeout', '0', true)
