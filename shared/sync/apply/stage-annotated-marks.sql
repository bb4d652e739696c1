-- Stages the marks of new entries of the bulletin, and returns their number. Only the status can change: it is the one of the
-- newest source that states it. $replaces: the sample is being replaced, so that there is no mark to stage.
with annotated as (
  select nro_solicitud, max(fecha) as fecha
    from staged_entry
   where run_id = $run_id and not known
   group by nro_solicitud
), status_statement as (
  -- What the corpus has, and the new entries in place of the annotations of their day.
  select c.nro_solicitud, c.fuente, c.fecha, c.place, c.estado, c.estado_oficina
    from annotated
    join status_claim as c using (nro_solicitud)
   where c.fuente <> 'bulletin'
      or not exists (select
                       from staged_entry as e
                      where e.run_id = $run_id and not e.known
                        and e.nro_solicitud = c.nro_solicitud and e.fecha = c.fecha)
   union all
  select nro_solicitud, 'bulletin', fecha, row_number, estado, descripcion
    from staged_entry
   where run_id = $run_id and not known and estado is not null
), newest_status as (
  select distinct on (nro_solicitud) nro_solicitud, estado, estado_oficina
    from status_statement
   order by nro_solicitud, fecha desc, precedence(fuente) desc, place desc
), staged as (
  insert into staged_mark (run_id, known, outdated, nro_solicitud, fecha_fuente, nro_registro, denominacion, estado,
                           estado_oficina, tipo_signo, fecha_presentacion, fecha_publicacion, fecha_registro,
                           fecha_vencimiento, clases, personas)
  select $run_id, true, false, b.nro_solicitud,
         (select greatest(max(a.fecha), t.fecha) from brand_annotation as a
           where a.nro_solicitud = b.nro_solicitud and a.fuente = 'bulletin'),
         b.nro_registro, b.denominacion, coalesce(w.estado, b.estado), coalesce(w.estado_oficina, b.estado_oficina),
         b.tipo_signo, b.fecha_presentacion, b.fecha_publicacion, b.fecha_registro, b.fecha_vencimiento,
         (select coalesce(jsonb_agg(jsonb_build_object('clase', c.clase, 'cobertura', c.cobertura)
                                    order by c.clase), '[]')
            from brand_class as c
           where c.nro_solicitud = b.nro_solicitud),
         (select coalesce(jsonb_agg(jsonb_build_object('rol', p.rol, 'nombre', p.nombre, 'pais', p.pais)
                                    order by p.rol::text, p.ordinal), '[]')
            from brand_person as p
           where p.nro_solicitud = b.nro_solicitud)
    from annotated as t
    join brand as b using (nro_solicitud)
    left join newest_status as w using (nro_solicitud)
   where not $replaces::boolean
  returning 1
)
select count(*) as updated from staged
