-- Returns the summaries of the brands $numbers that pass the filters, unordered.
\ir brand-summary.part.sql
  from brand as b
 where b.nro_solicitud = any ($numbers::bigint[])
   \ir brand-filters.part.sql
