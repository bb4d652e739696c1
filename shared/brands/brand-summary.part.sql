-- Selects the columns of a BrandSummary from brand (alias b).
select b.nro_solicitud::text as "nroSolicitud",
       b.nro_registro as "nroRegistro",
       b.denominacion,
       b.estado,
       b.tipo_signo as "tipoSigno",
       b.fecha_presentacion as "fechaPresentacion",
       b.fecha_vencimiento as "fechaVencimiento"
