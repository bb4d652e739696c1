-- Defines the CTE newer_edition: the stored sheets for which the run has the same edition or a newer edition.
-- `previous_edition` is the stored edition. `place` is the position of the newest edition in $sheet_names.
newer_edition as (
  select distinct on (s.sheet_id) s.sheet_id, s.name, s.edition as previous_edition, e.place
    from unnest($sheet_names::text[], $sheet_editions::date[]) with ordinality as e (name, edition, place)
    join sheet as s on s.name = e.name and s.edition <= e.edition
   order by s.sheet_id, e.place desc
)
