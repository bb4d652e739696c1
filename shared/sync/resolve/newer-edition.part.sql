-- Defines the CTE newer_edition: the stored sheets of which the run has a newer edition, with the stored edition
-- (`previous_edition`) and the position of the newest one in the run (`place`).
newer_edition as (
  select distinct on (s.sheet_id) s.sheet_id, s.name, s.edition as previous_edition, e.place
    from unnest($sheet_names::text[], $sheet_editions::date[]) with ordinality as e (name, edition, place)
    join sheet as s on s.name = e.name and s.edition <= e.edition
   order by s.sheet_id, e.place desc
)
