-- Returns a page of the brands, newest first, from ordinary tables and indexes.
select b.nro_solicitud::text as "nroSolicitud",
       b.nro_registro as "nroRegistro",
       b.denominacion,
       b.estado,
       b.tipo_signo as "tipoSigno",
       b.fecha_presentacion as "fechaPresentacion",
       b.fecha_vencimiento as "fechaVencimiento"
  from brand as b
 where ($clase::smallint is null
        or $clase::smallint = any (b.clases))
   and ($estado::estado is null or b.estado = $estado::estado)
   and ($tipo_signo::tipo_signo is null or b.tipo_signo = $tipo_signo::tipo_signo)
   and b.fecha_presentacion between $from_day::date and $to_day::date
   and (b.fecha_presentacion, b.nro_solicitud) < ($before_day::date, $before_nro::bigint)
 order by b.fecha_presentacion desc, b.nro_solicitud desc
 limit $count
