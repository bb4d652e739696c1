-- Records an edition of the bulletin as applied to the corpus.
insert into bulletin_edition (day, taken_at, entries, sha256)
values ($day, clock_timestamp(), $entries, $sha256)
on conflict (day) do update
   set absent = false, taken_at = excluded.taken_at, entries = excluded.entries, sha256 = excluded.sha256
