-- Creates the roles and logins of the service, or corrects them. The script changes no password, and may be run any number
-- of times. An administrator of the server runs it with psql:
--
--   psql -d postgres -f docs/operate/roles.sql
--
-- If a login already owns the database, name this login with -v owner=NAME.
\set ON_ERROR_STOP on
\if :{?owner}
\else
  \set owner trademark
\endif

select format('create role %I', name)
  from unnest(array['trademark_serve', 'trademark_ingest', 'trademark_api', 'trademark_sync', :'owner']) as name
 where not exists (select from pg_roles where rolname = name)
\gexec

-- The login of DATABASE_URL owns the database and migrates it. The login must not create roles, because on PostgreSQL 15, a
-- login with this right can become almost every other role.
alter role :"owner" login nocreaterole;

-- The service answers requests with the login of DATABASE_SERVE_URL.
alter role trademark_api login nocreaterole nocreatedb;
grant trademark_serve to trademark_api;

-- Runs write the corpus with the login of DATABASE_INGEST_URL.
alter role trademark_sync login nocreaterole nocreatedb;
grant trademark_ingest to trademark_sync;

-- A pooler (DATABASE_POOL_URL) does not pass on the settings of a connection, so the login has these settings.
alter role trademark_api set statement_timeout = '5000';
alter role trademark_api set default_transaction_read_only = 'off';
alter role trademark_api set idle_in_transaction_session_timeout = '30000';
alter role trademark_api set search_path = 'public';
alter role trademark_api set default_transaction_isolation = 'read committed';
alter role trademark_api set "DateStyle" = 'ISO';
alter role trademark_api set "TimeZone" = 'UTC';
alter role trademark_api set jit = 'off';
