-- Adds the bulletin as a source of new marks that have annotations from before they were in the corpus.
insert into brand_source (nro_solicitud, fuente, fecha_fuente, actualizado_en)
select a.nro_solicitud, 'bulletin', max(a.fecha), clock_timestamp()
  from staged_mark as m
  join brand_annotation as a using (nro_solicitud)
 where m.run_id = $run_id and not m.known and a.fuente = 'bulletin'
 group by a.nro_solicitud
on conflict (nro_solicitud, fuente) do nothing
