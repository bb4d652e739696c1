-- Locks a key until the transaction ends. The key is read afterwards, by another statement: this one, if it had to wait,
-- would join rows of other tables as they were before the wait.
select from api_key where public_id = $id for update
