-- Returns the number of staged marks, and of those whose status or kind of sign is in no catalog.
select
       count(distinct nro_solicitud) filter (where estado = 'SIN_CLASIFICAR') as "unclassifiedEstados",
       count(distinct nro_solicitud) filter (where tipo_signo = 'OTRA') as "unclassifiedTipos"
  from staged_row
 where run_id = $run_id
