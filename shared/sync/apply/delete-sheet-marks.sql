-- Removes from each sheet the marks that its newer edition does not contain, except those whose row was rejected. The marks
-- remain in the corpus, with the date of the last edition that contained them. Returns how many got that date.
with newer_edition as (
  select distinct on (h.sheet_id) h.sheet_id, h.edition, t.place
    from unnest($sheet_names::text[], $sheet_editions::date[]) with ordinality as t (name, edition, place)
    join sheet as h on h.name = t.name and h.edition <= t.edition
   order by h.sheet_id, t.place desc
), removed as (
  delete from sheet_mark as m
   using newer_edition as t
   where m.sheet_id = t.sheet_id
     and not exists (select
                       from staged_row as r
                      where r.run_id = $run_id and r.nro_solicitud = m.nro_solicitud and r.sheet = t.place)
     and not exists (select
                       from sync_rejection as j
                      where j.run_id = $run_id and j.nro_solicitud = m.nro_solicitud)
  returning m.nro_solicitud, t.edition
), dated as (
  update brand_source as s
     set fecha_fuente = r.edition
    from (select nro_solicitud, max(edition) as edition from removed group by nro_solicitud) as r
   where s.nro_solicitud = r.nro_solicitud and s.fuente = 'sheets' and s.fecha_fuente < r.edition
  returning 1
)
select count(*) as dated from dated
