-- Returns whether there is a role of this name.
select exists (select from pg_roles where rolname = $login) as found
