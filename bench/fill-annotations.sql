-- Adds to each brand the annotations that the status bulletins would have reported, about five, so that a detail has
-- its usual length.
with annotation as (
  insert into brand_annotation (nro_solicitud, fecha, tipo, descripcion, resolucion)
  select b.nro_solicitud, event.fecha, event.tipo::tipo_anotacion, event.descripcion,
         case when event.resolved then to_char(event.fecha, 'YYYY/') || 100000 + b.nro_solicitud % 900000 end
    from brand as b
   cross join lateral (
           values (b.fecha_presentacion, 'PRESENTACION', 'Presentación de solicitud de registro de marca', false),
                  (b.fecha_presentacion + 12, 'ACEPTACION_TRAMITE', 'Resolución de aceptación a trámite de marca', true),
                  (b.fecha_publicacion, 'PUBLICACION', 'Publicación de marca en Diario Oficial', false),
                  (b.fecha_registro - 40, 'ACEPTACION_REGISTRO', 'Resolución de aceptación a registro de marca', true),
                  (b.fecha_registro - 9, 'PAGO_FINAL', 'Pago de derechos finales', false),
                  (b.fecha_registro, 'CONCESION', 'Registro de marca', true)
         ) as event (fecha, tipo, descripcion, resolved)
   where event.fecha is not null
  returning nro_solicitud, fecha, tipo, descripcion, resolucion
), annotated as (
  select nro_solicitud, max(fecha) as newest,
         jsonb_agg(jsonb_build_object('fecha', fecha, 'tipo', tipo, 'descripcion', descripcion, 'resolucion', resolucion,
                                      'fuente', 'bulletin') order by fecha desc) as anotaciones
    from annotation
   group by nro_solicitud
), source as (
  insert into source_record (nro_solicitud, fuente, fecha_fuente, actualizado_en)
  select nro_solicitud, 'bulletin', newest, clock_timestamp() from annotated
)
update brand_detail as d
   set detail = d.detail::jsonb || jsonb_build_object('anotaciones', a.anotaciones)
  from annotated as a
 where a.nro_solicitud = d.nro_solicitud
