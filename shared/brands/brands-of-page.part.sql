-- Returns the brands of a page, a query with their filing dates and numbers, newest first.
\ir brand-summary.part.sql
  from page
  -- The limit keeps the planner from reading all brands.
 cross join lateral (select * from brand where brand.nro_solicitud = page.nro_solicitud limit 1) as b
 order by page.fecha_presentacion desc, page.nro_solicitud desc
