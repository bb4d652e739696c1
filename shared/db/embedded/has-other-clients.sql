-- Returns whether any other session of a client is connected to the server, apart from those whose name matches $leaving.
-- For sessions of other roles PostgreSQL hides backend_type: a session with a database and a user counts as a client's.
select exists (select
                 from pg_stat_activity
                where pid <> pg_backend_pid()
                  and usesysid is not null
                  and (datid is not null or backend_type = 'walsender')
                  and coalesce(application_name, '') not like $leaving) as found
