-- One page of the brands of a class (0: of all), newest first, behind a place in that order.
-- The comparison of rows is one range of brand_listing_by_date, whose end is the bound of the filter or the cursor.
select b.nro_solicitud::text as "nroSolicitud",
       b.nro_registro as "nroRegistro",
       b.denominacion,
       b.estado,
       b.tipo_signo as "tipoSigno",
       b.fecha_presentacion as "fechaPresentacion",
       b.fecha_vencimiento as "fechaVencimiento"
  from (select l.fecha_presentacion, l.nro_solicitud
          from brand_listing as l
         where l.clase = $clase::smallint
           and (l.fecha_presentacion, l.nro_solicitud) < ($before_day::date, $before_nro::bigint)
           and l.fecha_presentacion >= $from_day::date
         order by l.fecha_presentacion desc, l.nro_solicitud desc
         limit $count) as page
  join brand as b using (nro_solicitud)
 order by page.fecha_presentacion desc, page.nro_solicitud desc
