-- Returns the stored columns of a table in their order, without generated ones.
select a.attname::text as "column"
  from pg_attribute as a
 where a.attrelid = ('public.' || $table)::regclass
   and a.attnum > 0
   and not a.attisdropped
   and a.attgenerated = ''
 order by a.attnum
