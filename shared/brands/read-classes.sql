-- Returns the numbers of the classes of some brands.
select nro_solicitud::text as "nroSolicitud", clases as list from brand where nro_solicitud = any ($numbers::bigint[])
