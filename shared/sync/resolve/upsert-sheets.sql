-- Stores the sheets of the run with their newest editions. An older edition does not replace a newer edition.
insert into sheet (name, edition)
select name, max(edition) from unnest($sheet_names::text[], $sheet_editions::date[]) as t (name, edition) group by name
on conflict (name) do update set edition = excluded.edition where sheet.edition < excluded.edition
