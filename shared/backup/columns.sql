-- Returns the stored columns of a table in their order, without generated columns. Returns no row if the table does not exist.
select a.attname::text as "column"
  from pg_attribute as a
 where a.attrelid = to_regclass('public.' || $table)
   and a.attnum > 0
   and not a.attisdropped
   and a.attgenerated = ''
 order by a.attnum
