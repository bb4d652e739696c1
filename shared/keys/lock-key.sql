-- Locks a key until the end of the transaction, and returns no columns. A second statement must read the key. After a
-- wait for the lock, this statement would read old rows of other tables.
select from api_key where public_id = $id for update
