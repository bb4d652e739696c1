-- The migrations that were applied, and which corpus this is.
select (select coalesce(json_agg(json_build_object('version', version, 'kind', kind)), '[]')
          from schema_migration) as applied,
       (select kind = 'sample' from corpus_state) as sample
