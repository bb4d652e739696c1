-- additive
-- A plain hybrid search over the names: words by full text, letters by trigrams, each through an index of its own.
-- All of it is here and in search-textbook.sql, so that a better search can take its place as a whole.

create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- A name as it is compared: without case and accents. Immutable, as an index needs it, since the dictionary is named.
create function textbook_fold(name text) returns text
  immutable strict parallel safe
  language sql
  return lower(public.unaccent('public.unaccent', name));

create index brand_textbook_words on brand using gin (to_tsvector('simple', textbook_fold(denominacion)));
create index brand_textbook_letters on brand using gin (textbook_fold(denominacion) gin_trgm_ops);
