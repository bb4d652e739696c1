-- Of what was read, the marks that are new or differ from what this source said last. A mark is what its last sheet
-- says of it; where several rows of that sheet do, the last one counts, with the classes and persons of all. A sheet
-- that is older than what is known of a mark changes nothing: that it would is counted. `$anew`: whatever is there goes with the sample.
with last_row as (
  select distinct on (nro_solicitud) *
    from staged_row
   where run_id = $run_id
   order by nro_solicitud, sheet desc, row_number desc
), several as (
  select nro_solicitud, sheet, merge_clases(jsonb_agg(clases)) as clases, merge_personas(jsonb_agg(personas)) as personas
    from (select nro_solicitud, sheet
            from staged_row
           where run_id = $run_id
           group by nro_solicitud, sheet
          having count(*) > 1) as repeated
    join staged_row using (nro_solicitud, sheet)
   where run_id = $run_id
   group by nro_solicitud, sheet
), told as (
  select nro_solicitud, fecha_fuente, nro_registro, denominacion, estado, estado_oficina, tipo_signo,
         fecha_presentacion, fecha_publicacion, fecha_registro, fecha_vencimiento,
         coalesce(s.clases, r.clases) as clases, coalesce(s.personas, r.personas) as personas
    from last_row as r
    left join several as s using (nro_solicitud, sheet)
), digested as (
  select md5(row(nro_registro, denominacion, estado, estado_oficina, tipo_signo, fecha_presentacion, fecha_publicacion,
                 fecha_registro, fecha_vencimiento, clases, personas)::text)::uuid as digest, told.*
    from told
), staged as (
  insert into staged_mark (run_id, known, outdated, nro_solicitud, fecha_fuente, digest, nro_registro, denominacion, estado,
                           estado_oficina, tipo_signo, fecha_presentacion, fecha_publicacion, fecha_registro,
                           fecha_vencimiento, clases, personas)
  select $run_id, not $anew::boolean and b.nro_solicitud is not null,
         not $anew::boolean and coalesce(s.fecha_fuente > d.fecha_fuente, false), d.nro_solicitud, d.fecha_fuente, d.digest,
         d.nro_registro, d.denominacion, d.estado, d.estado_oficina, d.tipo_signo, d.fecha_presentacion,
         d.fecha_publicacion, d.fecha_registro, d.fecha_vencimiento, d.clases, d.personas
    from digested as d
    left join brand as b on b.nro_solicitud = d.nro_solicitud
    left join brand_source as s on s.nro_solicitud = d.nro_solicitud and s.fuente = $source
   where $anew::boolean or s.digest is distinct from d.digest
  returning known, outdated
)
select count(*) filter (where not known) as inserted,
       count(*) filter (where known and not outdated) as updated,
       count(*) filter (where outdated) as outdated
  from staged
