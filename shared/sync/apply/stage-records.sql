-- What sheets and portal both tell of a staged mark, as one record: what the newer one tells, and of what that leaves out
-- what the older one did. Both are kept, since either may be the newer one tomorrow. A mark of which nothing is new but that,
-- and whose record is the same either way, is staged no more; tells how many those are.
with told_twice as materialized (
  select m.ctid as place, m.turned, (m.fecha_fuente, precedence($source::source)) > (c.fecha, precedence(c.fuente)) as leads,
         jsonb_build_object('nro_registro', m.nro_registro, 'denominacion', m.denominacion, 'tipo_signo', m.tipo_signo,
                            'fecha_presentacion', m.fecha_presentacion, 'fecha_publicacion', m.fecha_publicacion,
                            'fecha_registro', m.fecha_registro, 'fecha_vencimiento', m.fecha_vencimiento,
                            'clases', m.clases, 'personas', m.personas) as dicho,
         coalesce(s.record, shown_record(m.nro_solicitud)) as otro
    from staged_mark as m
    join status_claim as c using (nro_solicitud)
    join brand_source as s using (nro_solicitud, fuente)
   where m.run_id = $run_id and not m.outdated and not $anew::boolean
     and c.fuente = case $source when 'sheets' then 'portal'::source else 'sheets' end
), merged as materialized (
  select place, turned, leads, dicho, otro,
         case when leads then newest_record(dicho, otro) else newest_record(otro, dicho) end as record
    from told_twice
), judged as materialized (
  select *, turned and record = case when leads then newest_record(otro, dicho) else newest_record(dicho, otro) end as idle
    from merged
), dropped as (
  delete from staged_mark as m using judged as j where m.ctid = j.place and j.idle returning 1
), changed as (
  update staged_mark as m
     set dicho_record = dicho,
         otro_record = otro,
         nro_registro = r.nro_registro,
         denominacion = r.denominacion,
         tipo_signo = r.tipo_signo,
         fecha_presentacion = r.fecha_presentacion,
         fecha_publicacion = r.fecha_publicacion,
         fecha_registro = r.fecha_registro,
         fecha_vencimiento = r.fecha_vencimiento,
         clases = r.clases,
         personas = r.personas
    from judged
   cross join jsonb_populate_record(null::staged_mark, record) as r
   where m.ctid = judged.place and not judged.idle
  returning 1
)
select count(*) as dropped from dropped
