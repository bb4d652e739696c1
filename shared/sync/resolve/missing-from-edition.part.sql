-- Restricts rows m of sheet_mark to those that the newer edition n of their sheet does not contain. A mark whose row was
-- rejected is not missing.
and not exists (select
                  from staged_row as r
                 where r.run_id = $run_id and r.nro_solicitud = m.nro_solicitud and r.sheet = n.place)
and not exists (select
                  from sync_rejection as j
                 where j.run_id = $run_id and j.nro_solicitud = m.nro_solicitud)
