-- Returns the indexed words (of the names of persons) that share a deletion hash (text/deletions.ts) with a term, in one row for
-- each term.
select term.number::integer as term, string_agg(w.word, ' ') as words, string_agg(w.sound, ' ') as sounds
  from unnest((select $deletions::text[])) with ordinality as term (deletions, number)
  join search.person_word as w
    on w.deletions operator(pg_catalog.&&) term.deletions::integer[] -- the extension intarray defines another &&
 group by term.number
