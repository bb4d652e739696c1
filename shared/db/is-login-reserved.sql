-- Returns whether $login must not become a configured login. This applies to a role that exists and is the owner, belongs to the
-- service, or has administrative rights.
select exists (select
                 from pg_roles
                where rolname = $login
                  and (rolname in (current_user, 'trademark_serve', 'trademark_ingest')
                       or rolsuper or rolcreaterole or rolcreatedb or rolreplication)) as reserved
