-- Creates the roles and logins of the service, or corrects their rights and settings. The script changes no password. An
-- administrator of the server runs the script with psql, once or repeatedly:
--
--   psql -d postgres -f docs/operate/roles.sql
--
-- If the database exists already and another login than `trademark` owns it, add -v owner=NAME with the name of this login.
\set ON_ERROR_STOP on
\if :{?owner}
\else
  \set owner trademark
\endif

select format('create role %I', name)
  from unnest(array['trademark_serve', 'trademark_ingest', 'trademark_api', 'trademark_sync', :'owner']) as name
 where not exists (select from pg_roles where rolname = name)
\gexec

-- The login of DATABASE_URL owns the database and migrates it. This login must not have the right to create roles: on
-- PostgreSQL 15, a login with this right can become almost every other role.
alter role :"owner" login nocreaterole;

-- The service answers requests with this login, which DATABASE_SERVE_URL or DATABASE_POOL_URL names.
alter role trademark_api login nocreaterole nocreatedb;
grant trademark_serve to trademark_api;

-- Synchronization runs write the register with this login, which DATABASE_INGEST_URL names.
alter role trademark_sync login nocreaterole nocreatedb;
grant trademark_ingest to trademark_sync;

-- A pooler (DATABASE_POOL_URL) does not pass on the settings of a connection, so these settings are stored with the login.
alter role trademark_api set statement_timeout = '5000';
alter role trademark_api set default_transaction_read_only = 'off';
alter role trademark_api set idle_in_transaction_session_timeout = '30000';
alter role trademark_api set search_path = 'public';
alter role trademark_api set default_transaction_isolation = 'read committed';
alter role trademark_api set "DateStyle" = 'ISO';
alter role trademark_api set "TimeZone" = 'UTC';
alter role trademark_api set jit = 'off';
