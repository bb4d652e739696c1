-- Returns the brands with the given numbers that pass the filters, in no order.
select b.nro_solicitud::text as "nroSolicitud",
       b.nro_registro as "nroRegistro",
       b.denominacion,
       b.estado,
       b.tipo_signo as "tipoSigno",
       b.fecha_presentacion as "fechaPresentacion",
       b.fecha_vencimiento as "fechaVencimiento"
  from brand as b
 where b.nro_solicitud = any ($numbers::bigint[])
   and ($clase::smallint is null or $clase::smallint = any (b.clases))
   and ($estado::estado is null or b.estado = $estado::estado)
   and ($tipo_signo::tipo_signo is null or b.tipo_signo = $tipo_signo::tipo_signo)
   and b.fecha_presentacion between coalesce($fecha_desde::date, '-infinity') and coalesce($fecha_hasta::date, 'infinity')
