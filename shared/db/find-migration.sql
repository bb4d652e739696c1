-- Returns an applied migration.
select version, name, kind, digest from schema_migration where version = $version
