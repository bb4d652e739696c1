-- Adds to each detail the annotations that the bulletins would have reported, so that a response has its usual length.
update brand_detail as d
   set detail = d.detail::jsonb || jsonb_build_object('anotaciones', (
         select coalesce(jsonb_agg(jsonb_build_object('fecha', fecha, 'tipo', tipo, 'descripcion', descripcion,
                                                      'resolucion', null, 'fuente', 'bulletin') order by fecha desc), '[]')
           from (values (b.fecha_presentacion, 'PRESENTACION', 'Presentación de solicitud de registro de marca'),
                        (b.fecha_presentacion + 12, 'ACEPTACION_TRAMITE', 'Resolución de aceptación a trámite de marca'),
                        (b.fecha_publicacion, 'PUBLICACION', 'Publicación de marca en Diario Oficial'),
                        (b.fecha_registro - 9, 'PAGO_FINAL', 'Pago de derechos finales'),
                        (b.fecha_registro, 'CONCESION', 'Registro de marca')) as event (fecha, tipo, descripcion)
          where fecha is not null))
  from brand as b
 where b.nro_solicitud = d.nro_solicitud
