-- The columns of a table that hold something of their own, in their order.
select a.attname::text as "column"
  from pg_attribute as a
 where a.attrelid = ('public.' || $table)::regclass
   and a.attnum > 0
   and not a.attisdropped
   and a.attgenerated = ''
 order by a.attnum
