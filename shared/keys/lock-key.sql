-- Nobody else changes the key until the transaction ends. What is to be decided about it is read afterwards, by
-- a statement of its own: this one, if it waited, would see other rows as they were before the wait.
select from api_key where public_id = $id for update
