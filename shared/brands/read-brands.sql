-- Returns the summaries of the brands that have one of the application numbers $numbers and pass the filters. The order is
-- undefined.
\ir brand-summary.part.sql
  from brand as b
 where b.nro_solicitud = any ($numbers::bigint[])
   \ir brand-filters.part.sql
