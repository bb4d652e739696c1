-- Returns the applications that have a registration number, the newest first.
select nro_solicitud::text as "nroSolicitud"
  from brand
 where nro_registro = $nro_registro
 order by fecha_presentacion desc, nro_solicitud desc
 limit 20
