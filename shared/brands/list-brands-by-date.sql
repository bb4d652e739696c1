-- Returns one page of the brands that pass the filters but estado and tipo_signo, newest first, behind a position in that
-- order. Class 0 of brand_listing holds all brands. The row comparison is one range of brand_listing_by_date that ends at
-- the position, or else at the last day of the filter.
select b.nro_solicitud::text as "nroSolicitud",
       b.nro_registro as "nroRegistro",
       b.denominacion,
       b.estado,
       b.tipo_signo as "tipoSigno",
       b.fecha_presentacion as "fechaPresentacion",
       b.fecha_vencimiento as "fechaVencimiento"
  from (select l.fecha_presentacion, l.nro_solicitud
          from brand_listing as l
         where l.clase = coalesce($clase::smallint, 0::smallint)
           and (l.fecha_presentacion, l.nro_solicitud)
                 < (coalesce($before_day::date, $fecha_hasta::date, 'infinity'),
                    coalesce($before_nro::bigint, 9223372036854775807))
           and l.fecha_presentacion >= coalesce($fecha_desde::date, '-infinity')
         order by l.fecha_presentacion desc, l.nro_solicitud desc
         limit $count) as page
  join brand as b using (nro_solicitud)
 order by page.fecha_presentacion desc, page.nro_solicitud desc
