-- Returns whether a login exists that cannot become the serving login: the owner, a role to switch to, or one with
-- administrative rights.
select exists (select
                 from pg_roles
                where rolname = $login
                  and (rolname in (current_user, 'trademark_serve', 'trademark_ingest')
                       or rolsuper or rolcreaterole or rolcreatedb or rolreplication)) as reserved
