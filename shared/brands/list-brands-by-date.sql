-- Returns one page of the brands that pass the filters but estado and tipo_signo, newest first, behind a position in that
-- order. Class 0 of brand_listing holds all brands. The page is one range of brand_listing_by_date.
select b.nro_solicitud::text as "nroSolicitud",
       b.nro_registro as "nroRegistro",
       b.denominacion,
       b.estado,
       b.tipo_signo as "tipoSigno",
       b.fecha_presentacion as "fechaPresentacion",
       b.fecha_vencimiento as "fechaVencimiento"
  from (select entry.fecha_presentacion, entry.nro_solicitud
          from brand_listing as entry
         where entry.clase = coalesce($clase::smallint, 0::smallint)
           \ir listing-filters.part.sql
         order by entry.fecha_presentacion desc, entry.nro_solicitud desc
         limit $count) as page
  join brand as b using (nro_solicitud)
 order by page.fecha_presentacion desc, page.nro_solicitud desc
