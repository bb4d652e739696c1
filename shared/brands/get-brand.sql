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
       (with told as (
          select a.*,
                 case when a.tipo = 'OTRA' then lower(a.descripcion) end as words,
                 row_number() over (partition by a.fuente, a.fecha, a.tipo, case when a.tipo = 'OTRA' then lower(a.descripcion) end
                                    order by a.annotation_id) as place
            from brand_annotation as a
           where a.nro_solicitud = b.nro_solicitud
        )
        select coalesce(json_agg(json_build_object('fecha', t.fecha, 'tipo', t.tipo, 'descripcion', t.descripcion,
                                                   'resolucion', t.resolucion, 'fuente', t.fuente)
                                 order by t.fecha desc, t.annotation_id desc), '[]')
          from told as t
         where t.fuente = 'bulletin'
            or not exists (select
                             from told as o
                            where o.fuente = 'bulletin'
                              and (o.resolucion = t.resolucion and (o.fecha = t.fecha or o.tipo = t.tipo)
                                   or (o.fecha, o.tipo, o.place) = (t.fecha, t.tipo, t.place)
                                      and o.words is not distinct from t.words))) as anotaciones,
       (select coalesce(json_agg(json_build_object('fuente', s.fuente, 'fechaFuente', s.fecha_fuente,
                                                   'actualizadoEn', rfc3339(s.actualizado_en))
                                 order by s.fuente), '[]')
          from brand_source as s
         where s.nro_solicitud = b.nro_solicitud) as fuentes
  from brand as b
 where b.nro_solicitud = $nro_solicitud
