-- Returns one page of brands, newest first, with ordinary tables and indexes alone: the baseline of the benchmark.
select b.nro_solicitud::text as "nroSolicitud",
       b.nro_registro as "nroRegistro",
       b.denominacion,
       b.estado,
       b.tipo_signo as "tipoSigno",
       b.fecha_presentacion as "fechaPresentacion",
       b.fecha_vencimiento as "fechaVencimiento"
  from brand as b
 where ($clase::smallint[] is null or b.clases && $clase::smallint[])
   and ($estado::estado[] is null or b.estado = any ($estado::estado[]))
   and ($tipo_signo::tipo_signo[] is null or b.tipo_signo = any ($tipo_signo::tipo_signo[]))
   and b.fecha_presentacion between coalesce($fecha_desde::date, '-infinity') and coalesce($fecha_hasta::date, 'infinity')
   and ($numeros::bigint[] is null or b.nro_solicitud = any ($numeros::bigint[]))
   and ($nro_registro::text is null or b.nro_registro = $nro_registro::text)
   and ($registro_desde::date is null or b.fecha_registro >= $registro_desde::date)
   and ($registro_hasta::date is null or b.fecha_registro <= $registro_hasta::date)
   and ($vencimiento_desde::date is null or b.fecha_vencimiento >= $vencimiento_desde::date)
   and ($vencimiento_hasta::date is null or b.fecha_vencimiento <= $vencimiento_hasta::date)
   and (b.fecha_presentacion, b.nro_solicitud) < ($before_day::date, $before_nro::bigint)
 order by b.fecha_presentacion desc, b.nro_solicitud desc
 limit $count
