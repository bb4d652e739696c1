-- Deletes the annotations that new entries replace: of the bulletin, those of the same mark and day, because an edition
-- may have been corrected; of the portal, all of the mark, because an answer contains its whole history.
delete from brand_annotation as a
 using (select distinct nro_solicitud, fecha from staged_entry where run_id = $run_id and not known) as e
 where a.fuente = $source::source and a.nro_solicitud = e.nro_solicitud and (a.fecha = e.fecha or $source = 'portal')
