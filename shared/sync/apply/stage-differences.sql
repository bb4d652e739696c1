-- Stages the marks that are new or differ from the corpus, and returns how many are new, differ, or are outdated.
-- A mark has the values of its last sheet, and of the last row there, with the classes and persons of all rows of that sheet.
-- A record older than what the corpus has of its source is staged as outdated, to be counted. The status is the one of the
-- newest source that states it. merge-staged-records.sql merges the records of sheets and portal afterwards.
-- $replaces: the sample is being replaced, so that every mark is new.
with last_row as (
  select distinct on (nro_solicitud) *
    from staged_row
   where run_id = $run_id
   order by nro_solicitud, sheet desc, row_number desc
), merged_rows as (
  -- Classes and persons of marks with several rows in a sheet.
  select nro_solicitud, sheet, merge_clases(jsonb_agg(clases)) as clases, merge_personas(jsonb_agg(personas)) as personas
    from (select nro_solicitud, sheet
            from staged_row
           where run_id = $run_id
           group by nro_solicitud, sheet
          having count(*) > 1) as repeated
    join staged_row using (nro_solicitud, sheet)
   where run_id = $run_id
   group by nro_solicitud, sheet
), staged_record as (
  select nro_solicitud, fecha_fuente, nro_registro, denominacion, estado, estado_oficina, tipo_signo,
         fecha_presentacion, fecha_publicacion, fecha_registro, fecha_vencimiento,
         coalesce(s.clases, r.clases) as clases, coalesce(s.personas, r.personas) as personas
    from last_row as r
    left join merged_rows as s using (nro_solicitud, sheet)
), digested_record as (
  select md5(row(nro_registro, denominacion, estado, estado_oficina, tipo_signo, fecha_presentacion, fecha_publicacion,
                 fecha_registro, fecha_vencimiento, clases, personas)::text)::uuid as digest, staged_record.*
    from staged_record
), newest_sheet as (
  -- The newest edition of a sheet that contains the mark.
  select m.nro_solicitud, max(h.edition) as edition
    from sheet_mark as m
    join sheet as h using (sheet_id)
   where $source::source = 'sheets' and not $replaces::boolean
   group by m.nro_solicitud
), stored_record as (
  -- What the corpus has of the source of the run, with the date of its last confirmation.
  select s.nro_solicitud, s.digest, greatest(s.fecha_fuente, h.edition, n.told_on) as confirmed
    from staged_record as t
    join brand_source as s on s.nro_solicitud = t.nro_solicitud and s.fuente = $source
    left join newest_sheet as h on h.nro_solicitud = t.nro_solicitud
    left join portal_number as n on $source = 'portal' and n.nro_solicitud = t.nro_solicitud
   where not $replaces
), other_status as materialized (
  -- The statements of the other sources about the status.
  select c.*
    from status_claim as c
    join staged_record using (nro_solicitud)
   where c.fuente <> $source and not $replaces
), newest_other_status as (
  select distinct on (nro_solicitud) *
    from other_status
   order by nro_solicitud, fecha desc, precedence(fuente) desc, place desc
), other_record as (
  -- The date of the record in the other one of sheets and portal.
  select nro_solicitud, fecha, precedence(fuente) as rank
    from other_status
   where fuente = case $source when 'sheets' then 'portal'::source else 'sheets' end
), mark_with_new_entry as (
  select nro_solicitud from staged_entry where run_id = $run_id and not known
), ranked_record as (
  -- yields: another source has the newer status. turns: the record was older than that of the other source and is newer now.
  select d.*, k.confirmed, k.digest is not distinct from d.digest as same,
         k.confirmed > d.fecha_fuente and k.digest is distinct from d.digest as outdated,
         coalesce((r.fecha, precedence(r.fuente)) > (greatest(d.fecha_fuente, k.confirmed), precedence($source)), false)
           as yields,
         r.estado as other_estado, r.estado_oficina as other_oficina,
         coalesce((o.fecha, o.rank) < (d.fecha_fuente, precedence($source))
                  and not (o.fecha, o.rank) < (k.confirmed, precedence($source)), false) as turns
    from digested_record as d
    left join stored_record as k using (nro_solicitud)
    left join newest_other_status as r using (nro_solicitud)
    left join other_record as o using (nro_solicitud)
), resolved_mark as (
  select s.nro_solicitud, fecha_fuente, digest, s.nro_registro, s.denominacion,
         case when yields then other_estado else s.estado end as estado,
         case when yields then other_oficina else s.estado_oficina end as estado_oficina,
         s.tipo_signo, s.fecha_presentacion, s.fecha_publicacion, s.fecha_registro, s.fecha_vencimiento, clases,
         personas, s.estado as dicho_estado, s.estado_oficina as dicho_oficina, same, turns,
         coalesce(outdated, false) as outdated, confirmed, b.nro_solicitud is not null and not $replaces as known,
         b.estado as present_estado, b.estado_oficina as present_oficina
    from ranked_record as s
    left join brand as b on b.nro_solicitud = s.nro_solicitud
), compared_mark as (
  select *,
         not known or not same or (estado, estado_oficina) is distinct from (present_estado, present_oficina)
           or nro_solicitud in (select nro_solicitud from mark_with_new_entry) as differs
    from resolved_mark
), staged as (
  insert into staged_mark (run_id, known, outdated, turned, nro_solicitud, fecha_fuente, digest, nro_registro, denominacion,
                           estado, estado_oficina, tipo_signo, fecha_presentacion, fecha_publicacion,
                           fecha_registro, fecha_vencimiento, clases, personas, dicho_estado, dicho_oficina)
  select $run_id, known, outdated, not differs, nro_solicitud, greatest(fecha_fuente, case when same then confirmed end),
         digest, nro_registro, denominacion, estado, estado_oficina, tipo_signo, fecha_presentacion, fecha_publicacion,
         fecha_registro, fecha_vencimiento, clases, personas, dicho_estado, dicho_oficina
    from compared_mark
   where differs or turns
  returning known, outdated
)
select count(*) filter (where not known and not outdated) as inserted,
       count(*) filter (where known and not outdated) as updated,
       count(*) filter (where outdated) as outdated
  from staged
