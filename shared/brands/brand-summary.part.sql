-- Selects the columns of a summary from rows of brand, named b.
select b.nro_solicitud::text as "nroSolicitud",
       b.nro_registro as "nroRegistro",
       b.denominacion,
       b.estado,
       b.tipo_signo as "tipoSigno",
       b.fecha_presentacion as "fechaPresentacion",
       b.fecha_vencimiento as "fechaVencimiento"
