-- Returns what distinguishes a replica of this service from other servers: whether it follows a primary, the identifier of
-- the database, which its copies share, the applied migrations, and the state of the corpus.
select pg_is_in_recovery() as following,
       (select oid::bigint from pg_database where datname = current_database()) as database,
       (select coalesce(json_agg(version), '[]') from schema_migration) as migrations,
       (select (date_part('epoch', created_at) * 1000000)::bigint
          from search.version order by version desc limit 1) as state
