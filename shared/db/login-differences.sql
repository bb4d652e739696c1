-- Returns the reasons why the login of this session must not act as $role: settings that differ from the required values, no
-- membership in $role, and rights that $role does not have.
with login as (
  select * from pg_roles where rolname = session_user
)
select name
  from unnest($names::text[], $values::text[]) as required (name, value)
 where not exists (select from pg_settings as s
                    where s.name = required.name and starts_with(s.setting, required.value))
union all
select 'not a member of ' || $role::text
 where not pg_has_role(session_user, $role::text::name, 'usage')
union all
select attribute
  from login
 cross join lateral (values ('superuser', rolsuper), ('createrole', rolcreaterole), ('createdb', rolcreatedb),
                            ('replication', rolreplication), ('bypassrls', rolbypassrls)) as has (attribute, yes)
 where yes
union all
select 'owner of the schema'
  from login
  join pg_class on pg_class.oid = to_regclass('public.api_key') and relowner = login.oid
union all
select 'member of ' || other.rolname
  from login, pg_roles as other
 where not login.rolsuper -- PostgreSQL counts a superuser as a member of every role
   and other.rolname not in (login.rolname, $role::text::name)
   and pg_has_role(session_user, other.oid, 'member')
