-- Returns whether $login exists and must not become a configured login, because it is the owner, a role of the service, or a
-- role with administrative rights.
select exists (select
                 from pg_roles
                where rolname = $login
                  and (rolname in (current_user, 'trademark_serve', 'trademark_ingest')
                       or rolsuper or rolcreaterole or rolcreatedb or rolreplication)) as reserved
