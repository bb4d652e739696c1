-- Returns the brands with the given numbers that pass the filters, in no order.
\ir brand-summary.part.sql
  from brand as b
 where b.nro_solicitud = any ($numbers::bigint[])
   \ir brand-filters.part.sql
