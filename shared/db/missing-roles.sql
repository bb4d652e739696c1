-- Returns the roles that the login of this connection may not act as.
select role, current_user as login
  from unnest(array['trademark_serve', 'trademark_ingest']) as role
 where not pg_has_role(current_user, role, 'member')
