-- Returns the roles in $roles that do not have the login of this connection as a member.
select role, current_user as login
  from unnest($roles::text[]) as role
 where not pg_has_role(current_user, role, 'member')
