-- Returns whether another client is connected to the server. Sessions with an application name like $leaving do not count.
-- PostgreSQL hides backend_type for sessions of other roles, so every session with a database and a user counts as a client.
select exists (select
                 from pg_stat_activity
                where pid <> pg_backend_pid()
                  and usesysid is not null
                  and (datid is not null or backend_type = 'walsender')
                  and coalesce(application_name, '') not like $leaving) as found
