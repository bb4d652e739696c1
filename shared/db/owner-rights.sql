-- Returns the login of this connection, and whether it may change the roles of the server.
select rolname as login, rolsuper as "isSuperuser", rolcreaterole as "mayCreateRoles"
  from pg_roles
 where rolname = current_user
