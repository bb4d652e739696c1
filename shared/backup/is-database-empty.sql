-- Returns whether the database has neither a search index nor a table, apart from schema_migration and the tables of
-- extensions.
select not exists (select
                     from pg_class as c
                    where c.relkind in ('r', 'p')
                      and c.relname <> 'schema_migration'
                      and c.relnamespace = 'public'::regnamespace
                      and not exists (select from pg_depend as d where d.objid = c.oid and d.deptype = 'e'))
       and to_regnamespace('search') is null as empty
