-- Returns the identity columns of all tables.
select c.relname::text as "table", a.attname::text as "column"
  from pg_class as c
  join pg_attribute as a on a.attrelid = c.oid
 where c.relnamespace = 'public'::regnamespace
   and c.relkind = 'r'
   and a.attidentity <> ''
 order by 1
