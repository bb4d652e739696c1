-- Returns the next page of brands, newest first. Used if there is no filter by status or kind of sign. Reads each class
-- separately, in the order of the index brand_listing_by_date. Class 0 contains all brands.
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
