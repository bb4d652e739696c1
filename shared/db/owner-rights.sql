-- Returns the login of this connection and its rights to create and change roles.
select rolname as login, rolsuper as "isSuperuser", rolcreaterole as "mayCreateRoles"
  from pg_roles
 where rolname = current_user
