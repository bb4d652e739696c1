-- Returns one page of the brands that pass the filters but estado and tipo_signo, newest first, behind a position in that
-- order. Class 0 of brand_listing holds all brands. Each class is a range of brand_listing_by_date that is read for one page
-- at most; a brand may be in several of them.
select b.nro_solicitud::text as "nroSolicitud",
       b.nro_registro as "nroRegistro",
       b.denominacion,
       b.estado,
       b.tipo_signo as "tipoSigno",
       b.fecha_presentacion as "fechaPresentacion",
       b.fecha_vencimiento as "fechaVencimiento"
  from (select distinct probe.fecha_presentacion, probe.nro_solicitud
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
         limit $count) as page
  -- The limit keeps the planner from reading all brands.
 cross join lateral (select * from brand where brand.nro_solicitud = page.nro_solicitud limit 1) as b
 order by page.fecha_presentacion desc, page.nro_solicitud desc
