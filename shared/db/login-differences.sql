-- Returns the settings of the login that differ from the required ones, and `role` where the login has fewer or more
-- rights than the role that answers requests.
select name
  from unnest($names::text[], $values::text[]) as required (name, value)
 where not exists (select from pg_settings as s
                    where s.name = required.name and starts_with(s.setting, required.value))
union all
select 'role'
 where not pg_has_role(current_user, 'trademark_serve', 'usage')
    or pg_has_role(current_user, 'trademark_ingest', 'usage')
    or exists (select from pg_class
                where oid = to_regclass('public.api_key') and pg_has_role(current_user, relowner, 'usage'))
