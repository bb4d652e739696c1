-- Returns the applied migration with the version $version; no row if it is not applied.
select version, name, kind, digest from schema_migration where version = $version
