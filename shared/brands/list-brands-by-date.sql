-- Returns one page of the brands that pass the filters but estado and tipo_signo, newest first, behind a position in that
-- order. Class 0 of brand_listing holds all brands. Each class is a range of brand_listing_by_date that is read for one page
-- at most; a brand may be in several of them.
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
