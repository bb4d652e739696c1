-- Updates the date of source records whose marks the run has read in an older edition. An edition is older if a newer
-- edition of the same sheet is stored. The new date of a record is the date of the last older edition with the mark.
-- A record keeps its date in two cases:
-- - Its date is not before the new date.
-- - A stored edition with the new date or a later date contains the mark.
with older_edition as (
  select r.nro_solicitud, max(t.edition) as edition
    from staged_row as r
    join unnest($sheet_names::text[], $sheet_editions::date[]) with ordinality as t (name, edition, place)
      on t.place = r.sheet
    join sheet as h on h.name = t.name and h.edition > t.edition
   where r.run_id = $run_id and not r.rejected
   group by r.nro_solicitud
)
update source_record as s
   set fecha_fuente = l.edition
  from older_edition as l
 where s.nro_solicitud = l.nro_solicitud and s.fuente = 'sheets' and s.fecha_fuente < l.edition
   and not exists (select
                     from sheet_mark as m
                     join sheet as h using (sheet_id)
                    where m.nro_solicitud = l.nro_solicitud and h.edition >= l.edition)
