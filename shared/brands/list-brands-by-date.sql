-- Returns the next page of brands that pass the filters, newest first, after a cursor position; used if the filters
-- include neither status nor kind of sign. It reads at most one page from the range of each class in the index
-- brand_listing_by_date (class 0 contains all brands) and merges the rows. A brand with several classes appears in several
-- ranges.
with page as (
  select distinct probe.fecha_presentacion, probe.nro_solicitud
    from unnest(coalesce($clase::smallint[], '{0}')) as wanted (clase)
   cross join lateral (
           select entry.fecha_presentacion, entry.nro_solicitud
             from brand_listing as entry
            where entry.clase = wanted.clase
              \ir listing-filters.part.sql
            order by entry.fecha_presentacion desc, entry.nro_solicitud desc
            limit $count
         ) as probe
   order by probe.fecha_presentacion desc, probe.nro_solicitud desc
   limit $count
)
\ir brands-of-page.part.sql
