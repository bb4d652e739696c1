-- Locks a key until the end of the transaction, and returns no columns. The caller then reads the key from the view key_overview
-- in a second statement, because a statement that waits for a lock sees the other tables of the view as they were before the
-- wait.
select from api_key where public_id = $id for update
