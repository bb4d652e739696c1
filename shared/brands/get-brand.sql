-- One application in full, as the contract's BrandDetail. Each list is a look-up by the number in its own index.
-- The portal tells again what the bulletin did, which is not shown twice: with the number of the same resolution, or as
-- the same kind of event on the same day (of several of a kind, one for one).
select b.nro_solicitud::text as "nroSolicitud",
       b.nro_registro as "nroRegistro",
       b.denominacion,
       b.estado,
       b.tipo_signo as "tipoSigno",
       b.fecha_presentacion as "fechaPresentacion",
       b.fecha_vencimiento as "fechaVencimiento",
       b.estado_oficina as "estadoOficina",
       b.fecha_publicacion as "fechaPublicacion",
       b.fecha_registro as "fechaRegistro",
       (select coalesce(json_agg(json_build_object('clase', c.clase, 'cobertura', c.cobertura)
                                 order by c.clase), '[]')
          from brand_class as c
         where c.nro_solicitud = b.nro_solicitud) as clases,
       (select coalesce(json_agg(json_build_object('rol', p.rol, 'nombre', p.nombre, 'pais', p.pais)
                                 order by p.rol::text, p.nombre collate "C", p.ordinal), '[]')
          from brand_person as p
         where p.nro_solicitud = b.nro_solicitud) as personas,
       (select coalesce(json_agg(json_build_object('fecha', a.fecha, 'tipo', a.tipo, 'descripcion', a.descripcion,
                                                   'resolucion', a.resolucion, 'fuente', a.fuente)
                                 order by a.fecha desc, a.annotation_id desc), '[]')
          from brand_annotation as a
         where a.nro_solicitud = b.nro_solicitud
           and (a.fuente = 'bulletin' or (
                  select coalesce(bool_or('OTRA' in (o.tipo, a.tipo) and (o.fecha, o.resolucion) = (a.fecha, a.resolucion)
                                          and o.fuente = 'bulletin'), false)
                         or count(*) filter (where alike.day and o.fuente = 'bulletin')
                            >= count(*) filter (where alike.day and o.fuente = 'portal' and o.annotation_id <= a.annotation_id)
                         or count(*) filter (where alike.act and o.fuente = 'bulletin')
                            >= nullif(count(*) filter (where alike.act and o.fuente = 'portal'
                                                         and o.annotation_id <= a.annotation_id), 0)
                    from brand_annotation as o
                   cross join lateral (
                           select (o.fecha, o.tipo) = (a.fecha, a.tipo)
                                    and (o.tipo <> 'OTRA' or lower(o.descripcion) = lower(a.descripcion)) as day,
                                  (o.resolucion, o.tipo) = (a.resolucion, a.tipo) as act
                         ) as alike
                   where o.nro_solicitud = a.nro_solicitud
                ) is not true)) as anotaciones,
       (select coalesce(json_agg(json_build_object('fuente', s.fuente, 'fechaFuente', s.fecha_fuente,
                                                   'actualizadoEn', rfc3339(s.actualizado_en))
                                 order by s.fuente), '[]')
          from brand_source as s
         where s.nro_solicitud = b.nro_solicitud) as fuentes
  from brand as b
 where b.nro_solicitud = $nro_solicitud
