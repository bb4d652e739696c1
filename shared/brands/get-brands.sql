-- Returns applications in full, each as the contract's BrandDetail. Each list is read by the number from its own index.
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
       shown.anotaciones,
       (select coalesce(json_agg(json_build_object('fuente', s.fuente, 'fechaFuente', s.fecha,
                                                   'actualizadoEn', rfc3339(s.actualizado_en))
                                 order by s.fuente), '[]')
          from confirmed_source as s
         where s.nro_solicitud = b.nro_solicitud) as fuentes
  -- The subquery hides the length of the list from the planner, which would otherwise plan again at each call.
  from unnest((select $numbers::bigint[])) as wanted (nro_solicitud)
  join brand as b using (nro_solicitud)
 cross join lateral (
         with annotation as materialized (
           select annotation_id, fecha, tipo, descripcion, resolucion, fuente
             from brand_annotation as a
            where a.nro_solicitud = b.nro_solicitud
         ), repeated_annotation as (
           -- Annotations of the portal that repeat one of the bulletin, which is not shown twice: one has the kind OTRA
           -- and both have the same day and resolution; or they are of one kind, on the same day or with the same
           -- resolution, and the bulletin has as many as the portal has up to this one.
           select a.annotation_id
             from annotation as a
            cross join annotation as o
            cross join lateral (
                    select (o.fecha, o.tipo) = (a.fecha, a.tipo)
                             and (o.tipo <> 'OTRA' or lower(o.descripcion) = lower(a.descripcion)) as day,
                           (o.resolucion, o.tipo) = (a.resolucion, a.tipo) as resolution
                  ) as same
            where a.fuente <> 'bulletin'
            group by a.annotation_id
           having bool_or('OTRA' in (o.tipo, a.tipo) and (o.fecha, o.resolucion) = (a.fecha, a.resolucion)
                          and o.fuente = 'bulletin')
                  or count(*) filter (where same.day and o.fuente = 'bulletin')
                     >= count(*) filter (where same.day and o.fuente = 'portal' and o.annotation_id <= a.annotation_id)
                  or count(*) filter (where same.resolution and o.fuente = 'bulletin')
                     >= nullif(count(*) filter (where same.resolution and o.fuente = 'portal'
                                                  and o.annotation_id <= a.annotation_id), 0)
         )
         select coalesce(json_agg(json_build_object('fecha', a.fecha, 'tipo', a.tipo, 'descripcion', a.descripcion,
                                                    'resolucion', a.resolucion, 'fuente', a.fuente)
                                  order by a.fecha desc, a.annotation_id desc), '[]') as anotaciones
           from annotation as a
          where a.annotation_id not in (select annotation_id from repeated_annotation)
       ) as shown
