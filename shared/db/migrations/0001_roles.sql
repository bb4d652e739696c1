-- additive
-- Three roles from the start: the connecting role owns and migrates; trademark_serve answers requests (no DDL,
-- no reading of the trail); trademark_ingest writes the corpus. They are roles to switch to, not to log in
-- with, so one DATABASE_URL is enough: a guard against our own mistakes, not against somebody who already runs
-- statements of his own. Roles belong to the whole server: another database may have made them.

do $$
declare
  wanted text;
begin
  foreach wanted in array array['trademark_serve', 'trademark_ingest'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then
        null; -- another database of this server migrated in the same moment
      end;
    end if;
    begin
      execute format('grant %I to %I', wanted, current_user);
    exception when insufficient_privilege then
      null; -- made and granted by an administrator; without the grant, the first connection says so
    end;
  end loop;
end
$$;

revoke create on schema public from public;

-- A temporary table would stand in front of the real one of its name.
do $$
begin
  execute format('revoke temporary on database %I from public', current_database());
end
$$;

grant usage on schema public to trademark_serve, trademark_ingest;
grant select on schema_migration to trademark_serve, trademark_ingest;
