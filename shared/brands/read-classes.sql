-- Returns the class numbers of the brands with the application numbers $numbers.
select nro_solicitud::text as "nroSolicitud", clases as list from brand where nro_solicitud = any ($numbers::bigint[])
