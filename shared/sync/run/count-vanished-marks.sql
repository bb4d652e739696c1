-- Returns a row for each sheet that lacks marks of its previous edition. `vanished` is the number of missing marks. `had` is
-- the number of marks in the previous edition. A mark is not missing if it has a rejected row in the run, or if the newest
-- edition of another sheet in the run contains the mark.
with
\ir ../resolve/newer-edition.part.sql
, newest_edition as (
  select distinct on (name) place
    from unnest($sheet_names::text[], $sheet_editions::date[]) with ordinality as e (name, edition, place)
   order by name, edition desc, place desc
), missing as (
  select m.sheet_id, count(*) as marks
    from sheet_mark as m
    join newer_edition as n using (sheet_id)
   where not exists (select
                       from staged_row as r
                      where r.run_id = $run_id and r.nro_solicitud = m.nro_solicitud
                        and r.sheet in (select place from newest_edition))
     and not exists (select
                       from sync_rejection as j
                      where j.run_id = $run_id and j.nro_solicitud = m.nro_solicitud)
   group by m.sheet_id
)
select n.name, v.marks as vanished, (select count(*) from sheet_mark as m where m.sheet_id = n.sheet_id) as had
  from newer_edition as n
  join missing as v using (sheet_id)
 order by n.name
