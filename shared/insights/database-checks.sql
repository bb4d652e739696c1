-- Returns the applied migrations, whether the corpus is the sample, and the version of the server.
select (select coalesce(json_agg(json_build_object('version', version, 'kind', kind)), '[]')
          from schema_migration) as applied,
       (select kind = 'sample' from corpus_state) as sample,
       current_setting('server_version_num')::integer as "serverVersion"
