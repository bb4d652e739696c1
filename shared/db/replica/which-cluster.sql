-- The number that a cluster shares with its copies alone.
select system_identifier::text as cluster from pg_control_system()
