-- One application in full, as the contract's BrandDetail. Each list is a look-up by the number in its own index.
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
                                                   'resolucion', a.resolucion)
                                 order by a.fecha desc, a.annotation_id desc), '[]')
          from brand_annotation as a
         where a.nro_solicitud = b.nro_solicitud) as anotaciones,
       (select coalesce(json_agg(json_build_object('fuente', s.fuente, 'fechaFuente', s.fecha_fuente,
                                                   'actualizadoEn', rfc3339(s.actualizado_en))
                                 order by s.fuente), '[]')
          from brand_source as s
         where s.nro_solicitud = b.nro_solicitud) as fuentes
  from brand as b
 where b.nro_solicitud = $nro_solicitud
