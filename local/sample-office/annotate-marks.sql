-- The annotations of made-up marks, oldest first, with their source: into a sample that has none, and nothing else.
with annotation as (
  select a.*
    from jsonb_to_recordset($annotations::jsonb) as a (
           "nroSolicitud" bigint, "fecha" date, "tipo" tipo_anotacion, "descripcion" text, "resolucion" text)
    join brand as b on b.nro_solicitud = a."nroSolicitud"
   where (select kind = 'sample' from corpus_state) and not exists (select from brand_annotation)
), annotated as (
  insert into brand_annotation (nro_solicitud, fecha, tipo, descripcion, resolucion)
  select "nroSolicitud", "fecha", "tipo", "descripcion", "resolucion" from annotation order by "fecha", "nroSolicitud"
)
insert into brand_source (nro_solicitud, fuente, fecha_fuente, actualizado_en)
select "nroSolicitud", 'bulletin', max("fecha"), clock_timestamp() from annotation group by 1
