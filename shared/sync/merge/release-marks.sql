-- Marks that a newer edition of their sheet no longer tells of stay, with the date of the last one that did.
with taken as (
  select h.sheet_id, h.edition
    from unnest($sheet_names::text[], $sheet_editions::date[]) as t (name, edition)
    join sheet as h on h.name = t.name and h.edition <= t.edition
), released as (
  update brand_source as s
     set sheet_id = null, fecha_fuente = greatest(s.fecha_fuente, t.edition)
    from taken as t
   where s.sheet_id = t.sheet_id and s.fuente = 'sheets'
     and not exists (select from staged_row as r where r.run_id = $run_id and r.nro_solicitud = s.nro_solicitud)
     and not exists (select from sync_rejection as j where j.run_id = $run_id and j.nro_solicitud = s.nro_solicitud)
  returning 1
)
select count(*) as released from released
