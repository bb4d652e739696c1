-- Returns the applications that have the registration number $nro_registro, newest first, at most 20.
select nro_solicitud::text as "nroSolicitud"
  from brand
 where nro_registro = $nro_registro
 order by fecha_presentacion desc, nro_solicitud desc
 limit 20
