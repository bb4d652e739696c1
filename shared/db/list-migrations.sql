-- Returns the applied migrations, oldest first.
select version, name, kind, digest from schema_migration order by version
