-- Returns whether a client is connected to any database, besides this session and those that are leaving. Sessions of
-- other roles hide their backend_type: one with a database and a user is a client, or works for a client.
select exists (select
                 from pg_stat_activity
                where pid <> pg_backend_pid()
                  and usesysid is not null
                  and (datid is not null or backend_type = 'walsender')
                  and coalesce(application_name, '') not like $leaving) as found
