-- Locks a key until the end of the transaction, without returning its columns. A second statement reads the key, because
-- after a wait this statement would still see the joined tables as they were before the wait.
select from api_key where public_id = $id for update
