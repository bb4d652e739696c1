-- Returns the summaries of the brands in the CTE page (fecha_presentacion, nro_solicitud), newest first.
\ir brand-summary.part.sql
  from page
  -- `limit 1` keeps the planner from reading all brands.
 cross join lateral (select * from brand where brand.nro_solicitud = page.nro_solicitud limit 1) as b
 order by page.fecha_presentacion desc, page.nro_solicitud desc
