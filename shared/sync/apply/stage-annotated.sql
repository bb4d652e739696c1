-- The marks that new entries tell of, as they are to be: only their status may be another than it is. It is that of the
-- newest source that tells of one; of what the bulletin says, the new entries stand for all of their day.
with touched as (
  select nro_solicitud, max(fecha) as fecha
    from staged_entry
   where run_id = $run_id and not known
   group by nro_solicitud
), claim as (
  select c.nro_solicitud, c.fuente, c.fecha, c.place, c.estado, c.estado_oficina
    from touched
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
), winner as (
  select distinct on (nro_solicitud) nro_solicitud, estado, estado_oficina
    from claim
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
    from touched as t
    join brand as b using (nro_solicitud)
    left join winner as w using (nro_solicitud)
   where not $anew::boolean
  returning 1
)
select count(*) as updated from staged
