-- Which sheet tells of each mark: the last one of the run that does, where it is the newest edition of its name.
update brand_source as s
   set sheet_id = h.sheet_id
  from (select nro_solicitud, max(sheet) as place from staged_row where run_id = $run_id group by nro_solicitud) as r
  join unnest($sheet_names::text[], $sheet_editions::date[]) with ordinality as t (name, edition, place) using (place)
  join sheet as h on h.name = t.name and h.edition = t.edition
 where s.nro_solicitud = r.nro_solicitud and s.fuente = 'sheets' and s.sheet_id is distinct from h.sheet_id
