-- Returns facts for the manifest of a backup. This query must be the first of the transaction: then the snapshot of the
-- transaction is taken just after `takenAt`.
select rfc3339(statement_timestamp()) as "takenAt",
       c.kind as "corpus",
       current_setting('server_version_num')::integer / 10000 as "postgresql",
       (select jsonb_agg(jsonb_build_object('version', m.version, 'digest', m.digest) order by m.version)
          from schema_migration as m) as "schema"
  from corpus_state as c
