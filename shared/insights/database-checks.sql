-- Returns the migrations that were applied, and whether the corpus is a sample.
select (select coalesce(json_agg(json_build_object('version', version, 'kind', kind)), '[]')
          from schema_migration) as applied,
       (select kind = 'sample' from corpus_state) as sample
