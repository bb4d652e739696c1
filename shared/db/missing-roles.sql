-- Returns the roles of $roles of which the login of this connection is not a member.
select role, current_user as login
  from unnest($roles::text[]) as role
 where not pg_has_role(current_user, role, 'member')
