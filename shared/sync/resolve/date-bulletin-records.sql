-- For each staged application, sets the date of the bulletin's source record to the date of the newest annotation. Deletes
-- the record if the application has no annotation left.
with dated as (
  select m.nro_solicitud, max(a.fecha) as fecha
    from staged_record as m
    left join brand_annotation as a using (nro_solicitud)
   where m.run_id = $run_id
   group by m.nro_solicitud
), removed as (
  delete from source_record as s
   using dated as d
   where s.nro_solicitud = d.nro_solicitud and s.fuente = 'bulletin' and d.fecha is null
)
insert into source_record (nro_solicitud, fuente, fecha_fuente, actualizado_en)
select nro_solicitud, 'bulletin', fecha, clock_timestamp() from dated where fecha is not null
on conflict (nro_solicitud, fuente) do update
   set fecha_fuente = excluded.fecha_fuente,
       actualizado_en = excluded.actualizado_en
