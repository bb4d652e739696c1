-- Whether the database has anything of this service, or of somebody else's: a table, or the schema of the index.
select exists (select
                 from pg_class as c
                where c.relkind in ('r', 'p')
                  and c.relname <> 'schema_migration'
                  and c.relnamespace = 'public'::regnamespace
                  and not exists (select from pg_depend as d where d.objid = c.oid and d.deptype = 'e'))
       or to_regnamespace('search') is not null as taken
