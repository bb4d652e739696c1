-- Returns the summaries of the brands with the application numbers $numbers that pass the filters, in no particular order.
\ir brand-summary.part.sql
  from brand as b
 where b.nro_solicitud = any ($numbers::bigint[])
   \ir brand-filters.part.sql
