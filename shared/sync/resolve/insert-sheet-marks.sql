-- Records which marks each sheet of the run contains. Ignores a sheet if its newest edition in the database is another edition.
insert into sheet_mark (nro_solicitud, sheet_id)
select distinct r.nro_solicitud, h.sheet_id
  from staged_row as r
  join unnest($sheet_names::text[], $sheet_editions::date[]) with ordinality as t (name, edition, place)
    on t.place = r.sheet
  join sheet as h on h.name = t.name and h.edition = t.edition
 where r.run_id = $run_id and not r.rejected
on conflict do nothing
