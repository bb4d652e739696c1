-- Returns a random sample of brands, the same for the same corpus, oldest first.
select b.nro_solicitud::text as "nroSolicitud",
       b.denominacion,
       b.estado,
       b.tipo_signo as "tipoSigno",
       b.fecha_presentacion as "fechaPresentacion",
       b.clases[1] as clase
  from (select nro_solicitud from brand order by hashint8extended(nro_solicitud, 7), nro_solicitud limit $count) as drawn
  join brand as b using (nro_solicitud)
 order by b.fecha_presentacion, b.nro_solicitud
