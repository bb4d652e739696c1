-- Returns the words of the index that each term of a query may be expanded to, with the kind of the match. The nearest
-- and the shortest words come first, so that the limits keep the best.
with similar_word as (
  -- Words that share a deletion hash with a term and are within its number of mistakes, in letters or phonetic code.
  select term.number, 'near' as kind, near.word, near.sound
    from unnest($terms::text[], $sounds::text[], $max_mistakes::integer[], $deletions::text[])
         with ordinality as term (word, sound, max_mistakes, deletions, number)
   cross join lateral (
           select w.word, w.sound
             from (select w.word, w.sound,
                          least(levenshtein_less_equal(w.sound, term.sound, term.max_mistakes),
                                levenshtein_less_equal(w.word, term.word, term.max_mistakes)) as mistakes
                     from search.word as w
                    where w.deletions operator(pg_catalog.&&) term.deletions::integer[] -- intarray has another &&
                      and w.since <= $version::integer
                   offset 0) as w -- keeps the planner from computing the distances twice
            where w.mistakes <= term.max_mistakes
            order by w.mistakes, levenshtein_less_equal(w.word, term.word, 4), w.word
            limit $max_near
         ) as near
), probed_word as (
  -- Words of the index that are spelled exactly as a probe, with the kind of the probe.
  select probe.number, probe.kind, w.word, w.sound
    from unnest($probe_terms::integer[], $probe_kinds::text[], $probe_words::text[]) as probe (number, kind, word)
    join search.word as w on w.word = probe.word and w.since <= $version::integer
), longer_word as (
  -- The shortest words that begin with a term, and the shortest that end with it.
  select term.number, 'longer' as kind, longer.word, longer.sound
    from unnest($inside_terms::integer[], $inside_words::text[]) as term (number, word)
   cross join lateral (
           (select w.word, w.sound
              from search.word as w
             where w.word > term.word and w.word < term.word || chr(1114111)
               and w.since <= $version::integer
             order by length(w.word), w.word
             limit $max_longer)
            union all
           (select w.word, w.sound
              from search.word as w
             where reverse(w.word) > reverse(term.word) and reverse(w.word) < reverse(term.word) || chr(1114111)
               and w.since <= $version::integer
             order by length(w.word), w.word
             limit $max_longer)
         ) as longer
)
select number as term, kind, word, sound from similar_word
 union all
select number, kind, word, sound from probed_word
 union all
select number, kind, word, sound from longer_word
