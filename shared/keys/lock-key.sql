-- Locks a key until the end of the transaction, and returns no columns. The caller reads the key in a second statement: a
-- statement that waits for a lock sees other tables as they were before the wait.
select from api_key where public_id = $id for update
