-- What tells a replica from other servers: whether it follows another one, the database by the number that its copies share,
-- the migrations that it has, and which state of the corpus.
select pg_is_in_recovery() as following,
       (select oid::bigint from pg_database where datname = current_database()) as database,
       (select coalesce(json_agg(version), '[]') from schema_migration) as migrations,
       (select (date_part('epoch', created_at) * 1000000)::bigint
          from search.version order by version desc limit 1) as state
