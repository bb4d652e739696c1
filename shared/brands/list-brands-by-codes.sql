-- Returns one page of the brands that pass the filters, newest first, behind a position in that order. Class 0 of
-- brand_listing holds all brands. Each pair of a status and a kind of sign is a range of brand_listing_by_codes that is
-- read for one page at most; the page is merged from these ranges, so that its cost does not depend on how rare a code is.
select b.nro_solicitud::text as "nroSolicitud",
       b.nro_registro as "nroRegistro",
       b.denominacion,
       b.estado,
       b.tipo_signo as "tipoSigno",
       b.fecha_presentacion as "fechaPresentacion",
       b.fecha_vencimiento as "fechaVencimiento"
  from (select probe.fecha_presentacion, probe.nro_solicitud
          from unnest(enum_range(null::estado)) as wanted (estado)
         cross join unnest(enum_range(null::tipo_signo)) as sign (tipo)
         cross join lateral (
                 select entry.fecha_presentacion, entry.nro_solicitud
                   from brand_listing as entry
                  where entry.clase = coalesce($clase::smallint, 0::smallint)
                    and entry.estado = wanted.estado
                    and entry.tipo_signo = sign.tipo
                    \ir listing-filters.part.sql
                  order by entry.fecha_presentacion desc, entry.nro_solicitud desc
                  limit $count
               ) as probe
         where ($estado::estado is null or wanted.estado = $estado::estado)
           and ($tipo_signo::tipo_signo is null or sign.tipo = $tipo_signo::tipo_signo)
         order by probe.fecha_presentacion desc, probe.nro_solicitud desc
         limit $count) as page
  join brand as b using (nro_solicitud)
 order by page.fecha_presentacion desc, page.nro_solicitud desc
