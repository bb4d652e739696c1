-- Inserts the invented marks $marks into an empty sample corpus, in one statement; changes nothing if the corpus has
-- marks or is the register.
with corpus as (
  update corpus_state
     set version = version + 1
   where kind = 'sample' and not exists (select from brand)
  returning version
), mark as (
  select m.*
    from corpus
   cross join jsonb_to_recordset($marks::jsonb) as m (
           "nroSolicitud" bigint, "nroRegistro" text, "denominacion" text, "estado" estado, "estadoOficina" text,
           "tipoSigno" tipo_signo, "fechaPresentacion" date, "fechaPublicacion" date, "fechaRegistro" date,
           "fechaVencimiento" date, "clases" jsonb, "personas" jsonb, "anotaciones" jsonb, "fuentes" jsonb)
), brands as (
  insert into brand (nro_solicitud, nro_registro, denominacion, estado, estado_oficina, tipo_signo,
                     fecha_presentacion, fecha_publicacion, fecha_registro, fecha_vencimiento, clases)
  select "nroSolicitud", "nroRegistro", "denominacion", "estado", "estadoOficina", "tipoSigno",
         "fechaPresentacion", "fechaPublicacion", "fechaRegistro", "fechaVencimiento",
         array(select clase from jsonb_to_recordset("clases") as c (clase smallint) order by clase)
    from mark
  returning nro_solicitud
), details as (
  insert into brand_detail (nro_solicitud, detail)
  select "nroSolicitud", to_jsonb(m) - 'fuentes' || jsonb_build_object(
           'nroSolicitud', "nroSolicitud"::text,
           'anotaciones', (select coalesce(jsonb_agg(a.value || '{"fuente": "bulletin"}'
                                                     order by a.value ->> 'fecha' desc, a.ordinality desc), '[]')
                             from jsonb_array_elements("anotaciones") with ordinality as a))
    from mark as m
), annotations as (
  insert into brand_annotation (nro_solicitud, fecha, tipo, descripcion, resolucion)
  select "nroSolicitud", (a.value ->> 'fecha')::date, (a.value ->> 'tipo')::tipo_anotacion,
         a.value ->> 'descripcion', a.value ->> 'resolucion'
    from mark cross join jsonb_array_elements("anotaciones") with ordinality as a
   order by (a.value ->> 'fecha')::date, "nroSolicitud", a.ordinality
), sources as (
  insert into source_record (nro_solicitud, fuente, fecha_fuente, actualizado_en)
  select "nroSolicitud", s.fuente, s."fechaFuente", clock_timestamp()
    from mark cross join jsonb_to_recordset("fuentes") as s (fuente source, "fechaFuente" date)
), listing as (
  insert into brand_listing (clase, estado, tipo_signo, fecha_presentacion, nro_solicitud)
  select 0, "estado", "tipoSigno", "fechaPresentacion", "nroSolicitud" from mark
  union all
  select clase, "estado", "tipoSigno", "fechaPresentacion", "nroSolicitud"
    from mark
   cross join unnest(listed_classes(array(select clase from jsonb_to_recordset("clases") as c (clase smallint)))) as clase
)
select count(*) as loaded from brands
