-- additive
-- What each source says about a mark, with the date of its newest edition or answer that confirmed it. Confirmations are
-- stored by sheet and by application, so that an edition that repeats a million marks does not rewrite them.
create view confirmed_source as
select s.nro_solicitud, s.fuente,
       case s.fuente
         when 'sheets' then greatest(s.fecha_fuente, (select max(h.edition)
                                                        from sheet_mark as m
                                                        join sheet as h using (sheet_id)
                                                       where m.nro_solicitud = s.nro_solicitud))
         when 'portal' then greatest(s.fecha_fuente, (select n.told_on
                                                        from portal_number as n
                                                       where n.nro_solicitud = s.nro_solicitud))
         else s.fecha_fuente
       end as fecha,
       s.actualizado_en, s.estado, s.estado_oficina
  from brand_source as s;
grant select on confirmed_source to trademark_serve;

create or replace view status_claim as
select c.nro_solicitud, c.fuente, c.fecha, c.place, c.estado, c.estado_oficina
  from (select nro_solicitud, fuente, fecha, 0::bigint as place, estado, estado_oficina from confirmed_source
         union all
        select nro_solicitud, 'bulletin', fecha, annotation_id, estado, descripcion
          from brand_annotation) as c
 where c.estado is not null;

-- Counts of an applied run, so that its numbers add up to rows_read; 0 in runs of older software.
alter table sync_run
  add column outdated integer not null default 0,              -- marks of which the corpus has a newer edition
  add column waiting integer not null default 0,               -- applications of entries that the corpus lacks
  add column repeated integer not null default 0;              -- further rows of the same application

create or replace view sync_run_told as
select r.run_id, r.source, r.trigger, r.started_at, r.source_date, r.rows_read, r.inserted, r.updated,
       r.unchanged, r.rejected, r.sample, r.unclassified_estados, r.unclassified_tipos, r.lease_owner, lost.yes as lost,
       case when lost.yes then 'failed' else r.status end as status,
       case when lost.yes then r.heartbeat_at + interval '60 seconds' else r.finished_at end as finished_at,
       case when lost.yes then 'interrupted' else r.error_code end as error_code,
       case when lost.yes then interruption() else r.error_message end as error_message,
       r.outdated, r.waiting, r.repeated
  from sync_run as r
 cross join lateral (
         select r.status = 'running' and r.heartbeat_at < statement_timestamp() - interval '60 seconds' as yes
       ) as lost;
