-- What a corrected edition no longer says of an application that it tells of; of the portal, which tells all that ever
-- happened to one, whatever it said before.
delete from brand_annotation as a
 using (select distinct nro_solicitud, fecha from staged_entry where run_id = $run_id and not known) as e
 where a.fuente = $source::source and a.nro_solicitud = e.nro_solicitud and (a.fecha = e.fecha or $source = 'portal')
