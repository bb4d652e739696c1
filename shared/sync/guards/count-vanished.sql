-- Of each sheet whose newer edition this is: how many marks it had, and how many of them it no longer tells of. One whose row cannot be used
-- is told of.
select t.name, count(*) as had,
       count(*) filter (where not exists (select
                                            from staged_row as r
                                           where r.run_id = $run_id and r.nro_solicitud = s.nro_solicitud)
                          and not exists (select
                                            from sync_rejection as j
                                           where j.run_id = $run_id and j.nro_solicitud = s.nro_solicitud)) as vanished
  from (select name, max(edition) as edition
          from unnest($sheet_names::text[], $sheet_editions::date[]) as u (name, edition)
         group by name) as t
  join sheet as h on h.name = t.name and h.edition <= t.edition
  join brand_source as s on s.sheet_id = h.sheet_id and s.fuente = 'sheets'
 group by t.name
 order by t.name
