-- Returns whether $login exists and must not become the serving login: it is the owner, a role of the service, or has
-- administrative rights.
select exists (select
                 from pg_roles
                where rolname = $login
                  and (rolname in (current_user, 'trademark_serve', 'trademark_ingest')
                       or rolsuper or rolcreaterole or rolcreatedb or rolreplication)) as reserved
