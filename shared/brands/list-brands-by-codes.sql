-- One page of the brands of a class (0: of all) with some statuses and kinds of sign, newest first, behind a place.
-- Each pair of codes is a range of brand_listing_by_codes that is read for one page at most; the page is merged
-- from them. So the cost does not depend on how rare a code is.
select b.nro_solicitud::text as "nroSolicitud",
       b.nro_registro as "nroRegistro",
       b.denominacion,
       b.estado,
       b.tipo_signo as "tipoSigno",
       b.fecha_presentacion as "fechaPresentacion",
       b.fecha_vencimiento as "fechaVencimiento"
  from (select probe.fecha_presentacion, probe.nro_solicitud
          from unnest($estados::estado[]) as wanted (estado)
         cross join unnest($tipos::tipo_signo[]) as sign (tipo)
         cross join lateral (
                 select l.fecha_presentacion, l.nro_solicitud
                   from brand_listing as l
                  where l.clase = $clase::smallint
                    and l.estado = wanted.estado
                    and l.tipo_signo = sign.tipo
                    and (l.fecha_presentacion, l.nro_solicitud) < ($before_day::date, $before_nro::bigint)
                    and l.fecha_presentacion >= $from_day::date
                  order by l.fecha_presentacion desc, l.nro_solicitud desc
                  limit $count
               ) as probe
         order by probe.fecha_presentacion desc, probe.nro_solicitud desc
         limit $count) as page
  join brand as b using (nro_solicitud)
 order by page.fecha_presentacion desc, page.nro_solicitud desc
