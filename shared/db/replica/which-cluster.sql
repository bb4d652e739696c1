-- Returns the identifier that a cluster shares only with its copies.
select system_identifier::text as cluster from pg_control_system()
