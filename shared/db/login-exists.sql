-- Returns whether the role $login exists.
select exists (select from pg_roles where rolname = $login) as found
