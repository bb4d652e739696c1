-- Records a migration as applied.
insert into schema_migration (version, name, kind, digest) values ($version, $name, $kind, $digest)
