-- Returns the values by which the service recognizes a replica of its database. The OID of the database is equal in all
-- physical copies. The state is the creation time of the newest corpus version, in microseconds.
select pg_is_in_recovery() as following,
       (select oid::bigint from pg_database where datname = current_database()) as database,
       (select coalesce(json_agg(version), '[]') from schema_migration) as migrations,
       (select (date_part('epoch', created_at) * 1000000)::bigint
          from search.version order by version desc limit 1) as state
