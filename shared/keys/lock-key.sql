-- Locks a key until the end of the transaction, and returns no columns. A second statement must read the key, because this
-- statement would read old rows of other tables after it has waited for the lock.
select from api_key where public_id = $id for update
