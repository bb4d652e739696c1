-- Returns the names of the marks that a run has staged.
select nro_solicitud::text as number, denominacion from staged_mark where run_id = $run_id::bigint
