-- An edition of the bulletin that is in the corpus.
insert into bulletin_edition (day, taken_at, entries)
values ($day, clock_timestamp(), $entries)
on conflict (day) do update set taken_at = excluded.taken_at, entries = excluded.entries
