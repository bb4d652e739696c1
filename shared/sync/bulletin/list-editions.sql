-- Remembers which editions the office has listed, and tells which of those that are wanted are in the corpus.
with listed as (
  insert into bulletin_edition (day) select unnest($listed::date[]) on conflict do nothing
)
select day from bulletin_edition where taken_at is not null and day = any($wanted::date[])
