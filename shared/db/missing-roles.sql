-- Returns those of the roles that the login of this connection may not act as.
select role, current_user as login
  from unnest($roles::text[]) as role
 where not pg_has_role(current_user, role, 'member')
