-- Stages the records of marks from the source of the run (sheets or portal), and returns counts of the marks. Skips records
-- that cannot change the corpus.
--
-- A mark may have several rows in a sheet. The record unites the classes and persons of the rows. The other values do
-- not contradict each other, because reject-contradictions.sql has rejected contradictory rows.
--
-- The states compare a record with the stored record of the source:
-- - `new`: there is no stored record.
-- - `same`: the stored record is equal. The record is staged only if its later date can give it precedence over a record of
--   another source.
-- - `outdated`: the stored record is different and newer.
-- - `changed`: the stored record is different and not newer.
with last_row as (
  select distinct on (nro_solicitud) *
    from staged_row
   where run_id = $run_id
   order by nro_solicitud, sheet desc, row_number desc
), merged_row as (
  select nro_solicitud, sheet, max(nro_registro) as nro_registro, max(denominacion) as denominacion,
         max(estado) filter (where estado_oficina <> '') as estado, max(estado_oficina) as estado_oficina,
         min(nullif(tipo_signo, 'OTRA')) as tipo_signo, max(fecha_publicacion) as fecha_publicacion,
         max(fecha_registro) as fecha_registro, max(fecha_vencimiento) as fecha_vencimiento,
         merge_clases(jsonb_agg(clases)) as clases, merge_personas(jsonb_agg(personas)) as personas
    from (select nro_solicitud, sheet
            from staged_row
           where run_id = $run_id
           group by nro_solicitud, sheet
          having count(*) > 1) as repeated
    join staged_row using (nro_solicitud, sheet)
   where run_id = $run_id
   group by nro_solicitud, sheet
), stated as (
  -- If `estado_oficina` is empty, the `estado` of the row is ignored.
  select r.nro_solicitud, r.fecha_fuente, coalesce(r.events, '[]') as events,
         row(coalesce(r.nro_registro, m.nro_registro), coalesce(nullif(r.denominacion, ''), m.denominacion, ''),
             case when r.estado_oficina <> '' then r.estado else m.estado end,
             coalesce(nullif(r.estado_oficina, ''), nullif(m.estado_oficina, '')),
             coalesce(nullif(r.tipo_signo, 'OTRA'), m.tipo_signo, 'OTRA'), r.fecha_presentacion,
             coalesce(r.fecha_publicacion, m.fecha_publicacion), coalesce(r.fecha_registro, m.fecha_registro),
             coalesce(r.fecha_vencimiento, m.fecha_vencimiento),
             coalesce(m.clases, r.clases), coalesce(m.personas, r.personas))::mark_record as record
    from last_row as r
    left join merged_row as m using (nro_solicitud, sheet)
), digested as (
  select *, md5(record::text || events)::uuid as digest from stated
), newest_sheet as (
  select m.nro_solicitud, max(h.edition) as edition
    from sheet_mark as m
    join sheet as h using (sheet_id)
   where $source::source = 'sheets'
   group by m.nro_solicitud
), stored as (
  -- Computes `confirmed` like the view confirmed_record. The view is too slow here, because it looks up the sheets of each
  -- mark.
  select s.nro_solicitud, s.digest, s.record, s.kept, s.estado_on,
         greatest(s.fecha_fuente, h.edition, n.answered_on) as confirmed
    from source_record as s
    left join newest_sheet as h on h.nro_solicitud = s.nro_solicitud
    left join portal_number as n on $source = 'portal' and n.nro_solicitud = s.nro_solicitud
   where s.fuente = $source
), compared as (
  -- `kept` has the stored values that the new record lacks. If the new record lacks a status, `estado_on` is the day of the
  -- stored status.
  select d.*, k.confirmed,
         case
           when k.nro_solicitud is null then 'new'
           when k.digest = d.digest then 'same'
           when k.confirmed > d.fecha_fuente then 'outdated'
           else 'changed'
         end as state,
         case when k.digest <> d.digest then kept_values(d.record, merge_records(k.record, k.kept)) end as kept,
         case when (d.record).estado is null
              then case when (k.record).estado is null then k.estado_on else k.confirmed end end as estado_on
    from digested as d
    left join stored as k using (nro_solicitud)
), staged as (
  insert into staged_record (run_id, nro_solicitud, state, fecha_fuente, digest, record, events, kept, estado_on)
  select $run_id, nro_solicitud, state, fecha_fuente, digest, record, events, kept, estado_on
    from compared as c
   where state <> 'same'
      or fecha_fuente > confirmed
         and exists (select
                       from confirmed_record as o
                      where o.nro_solicitud = c.nro_solicitud and o.fuente <> $source and o.confirmed >= c.confirmed)
  returning state, kept
)
select read.*, changed.*
  from (select count(*) as marks,
               count(*) filter (where estado = 'SIN_CLASIFICAR') as "unclassifiedEstados",
               count(*) filter (where tipo_signo = 'OTRA') as "unclassifiedTipos"
          from last_row) as read
 cross join (select count(*) filter (where state = 'outdated') as outdated,
                    count(*) filter (where state = 'changed' and not (kept is null)) as kept
               from staged) as changed
