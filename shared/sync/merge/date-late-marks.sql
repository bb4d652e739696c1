-- Marks of which an edition tells that came late, after a newer one that does not tell of them: it said the same of them.
with dated as (
  update brand_source as s
     set fecha_fuente = r.edition
    from (select w.nro_solicitud, max(t.edition) as edition
            from staged_row as w
            join unnest($sheet_names::text[], $sheet_editions::date[]) with ordinality as t (name, edition, place)
              on t.place = w.sheet
            join sheet as h on h.name = t.name and h.edition > t.edition
           where w.run_id = $run_id
           group by w.nro_solicitud) as r
   where s.nro_solicitud = r.nro_solicitud and s.fuente = 'sheets' and s.fecha_fuente < r.edition
     and coalesce((select h.edition from sheet as h where h.sheet_id = s.sheet_id), '-infinity') < r.edition
  returning 1
)
select count(*) as dated from dated
