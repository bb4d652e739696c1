-- Returns the system identifier of the database cluster, which only its physical copies share.
select system_identifier::text as cluster from pg_control_system()
