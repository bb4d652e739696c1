-- Locks a key until the end of the transaction, and returns no columns. A second statement reads the key from the view
-- key_overview: if this statement waits for the lock, it sees other tables of the view as they were before the wait.
select from api_key where public_id = $id for update
