-- Of each sheet whose newer edition this is: how many marks it had, and how many of them it no longer tells of. One whose
-- row cannot be used is told of.
with taken as (
  select distinct on (h.sheet_id) h.sheet_id, t.name, t.place
    from unnest($sheet_names::text[], $sheet_editions::date[]) with ordinality as t (name, edition, place)
    join sheet as h on h.name = t.name and h.edition <= t.edition
   order by h.sheet_id, t.place desc
), vanished as (
  select m.sheet_id, count(*) as marks
    from sheet_mark as m
    join taken as t using (sheet_id)
   where not exists (select
                       from staged_row as r
                      where r.run_id = $run_id and r.nro_solicitud = m.nro_solicitud and r.sheet = t.place)
     and not exists (select
                       from sync_rejection as j
                      where j.run_id = $run_id and j.nro_solicitud = m.nro_solicitud)
   group by m.sheet_id
)
select t.name, v.marks as vanished, (select count(*) from sheet_mark as m where m.sheet_id = t.sheet_id) as had
  from taken as t
  join vanished as v using (sheet_id)
 order by t.name
