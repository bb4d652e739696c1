-- additive
-- Whoever answers requests tells what was let in and refused by the name of the consumer.

grant select (consumer_id, name) on consumer to trademark_serve;
