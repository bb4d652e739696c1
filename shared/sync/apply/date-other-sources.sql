-- Updates the date of the other sources that describe a staged mark to the newest edition that contains it.
update brand_source as s
   set fecha_fuente = c.fecha
  from staged_mark as m
  join status_claim as c using (nro_solicitud)
 where m.run_id = $run_id and c.fuente <> $source::source and c.fuente <> 'bulletin'
   and s.nro_solicitud = c.nro_solicitud and s.fuente = c.fuente and s.fecha_fuente < c.fecha
