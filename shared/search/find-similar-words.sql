-- Returns the indexed words that share a deletion hash (text/deletions.ts) with a term of a query. One row for each term takes
-- less time to decode than one row for each word. The parameters are in subqueries, so that the statement is planned only once.
select term.number::integer as term, 'similar' as kind, similar_word.words as word, similar_word.sounds as sound
  from unnest((select $deletions::text[])) with ordinality as term (deletions, number)
 cross join lateral (
         select string_agg(w.word, ' ') as words, string_agg(w.sound, ' ') as sounds
           from search.word as w
          where w.deletions operator(pg_catalog.&&) term.deletions::integer[] -- the extension intarray defines another &&
            and w.since <= (select $version::integer)
       ) as similar_word
 where similar_word.words is not null
