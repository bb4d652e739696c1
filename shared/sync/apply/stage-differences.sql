-- Of what was read, the marks that are new or differ. A mark is what its last sheet says of it; where several rows of
-- that sheet do, the last one counts, with the classes and persons of all. A sheet that is older than what is known of
-- a mark changes nothing: that it would is counted. Its status is that of the newest source that tells of one, also
-- where the source says the same as before and is the newest only now; so is its record that of the newer of sheets and
-- portal, which is put in later. Of the portal, other events make a difference, too. `$anew`: whatever is there goes
-- with the sample.
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
), held as (
  select m.nro_solicitud, max(h.edition) as edition
    from sheet_mark as m
    join sheet as h using (sheet_id)
   where $source::source = 'sheets' and not $anew::boolean
   group by m.nro_solicitud
), known as (
  select s.nro_solicitud, s.digest, greatest(s.fecha_fuente, h.edition, n.told_on) as told_on
    from told as t
    join brand_source as s on s.nro_solicitud = t.nro_solicitud and s.fuente = $source
    left join held as h on h.nro_solicitud = t.nro_solicitud
    left join portal_number as n on $source = 'portal' and n.nro_solicitud = t.nro_solicitud
   where not $anew
), claim as materialized (
  select c.*
    from status_claim as c
    join told using (nro_solicitud)
   where c.fuente <> $source and not $anew
), rival as (
  select distinct on (nro_solicitud) *
    from claim
   order by nro_solicitud, fecha desc, precedence(fuente) desc, place desc
), other_record as (
  select nro_solicitud, fecha, precedence(fuente) as rank
    from claim
   where fuente = case $source when 'sheets' then 'portal'::source else 'sheets' end
), eventful as (
  select nro_solicitud from staged_entry where run_id = $run_id and not known
), settled as (
  select d.*, k.told_on, k.digest is not distinct from d.digest as same,
         k.told_on > d.fecha_fuente and k.digest is distinct from d.digest as outdated,
         coalesce((r.fecha, precedence(r.fuente)) > (greatest(d.fecha_fuente, k.told_on), precedence($source)), false)
           as yields,
         r.estado as rival_estado, r.estado_oficina as rival_oficina,
         coalesce((o.fecha, o.rank) < (d.fecha_fuente, precedence($source))
                  and not (o.fecha, o.rank) < (k.told_on, precedence($source)), false) as turns
    from digested as d
    left join known as k using (nro_solicitud)
    left join rival as r using (nro_solicitud)
    left join other_record as o using (nro_solicitud)
), mark as (
  select s.nro_solicitud, fecha_fuente, digest, s.nro_registro, s.denominacion,
         case when yields then rival_estado else s.estado end as estado,
         case when yields then rival_oficina else s.estado_oficina end as estado_oficina,
         s.tipo_signo, s.fecha_presentacion, s.fecha_publicacion, s.fecha_registro, s.fecha_vencimiento, clases,
         personas, s.estado as dicho_estado, s.estado_oficina as dicho_oficina, same, turns,
         coalesce(outdated, false) as outdated, told_on, b.nro_solicitud is not null and not $anew as known,
         b.estado as present_estado, b.estado_oficina as present_oficina
    from settled as s
    left join brand as b on b.nro_solicitud = s.nro_solicitud
), news as (
  select *,
         not known or not same or (estado, estado_oficina) is distinct from (present_estado, present_oficina)
           or nro_solicitud in (select nro_solicitud from eventful) as has_news
    from mark
), staged as (
  insert into staged_mark (run_id, known, outdated, turned, nro_solicitud, fecha_fuente, digest, nro_registro, denominacion,
                           estado, estado_oficina, tipo_signo, fecha_presentacion, fecha_publicacion,
                           fecha_registro, fecha_vencimiento, clases, personas, dicho_estado, dicho_oficina)
  select $run_id, known, outdated, not has_news, nro_solicitud, greatest(fecha_fuente, case when same then told_on end), digest,
         nro_registro, denominacion, estado, estado_oficina, tipo_signo, fecha_presentacion, fecha_publicacion,
         fecha_registro, fecha_vencimiento, clases, personas, dicho_estado, dicho_oficina
    from news
   where has_news or turns
  returning known, outdated
)
select count(*) filter (where not known and not outdated) as inserted,
       count(*) filter (where known and not outdated) as updated,
       count(*) filter (where outdated) as outdated
  from staged
