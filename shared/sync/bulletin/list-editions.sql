-- Remembers which editions the office has.
insert into bulletin_edition (day) select unnest($days::date[]) on conflict do nothing
