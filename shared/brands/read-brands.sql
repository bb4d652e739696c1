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
   \ir brand-filters.part.sql
