-- Words of the index that may stand for a word of the query, each with how it was found: `near` by its letters or its
-- sound, `longer` as a word that begins or ends with it, or as one of the probes, which say themselves what they are.
-- The nearest and the shortest come first, so that a limit keeps the best.
select term.at, 'near' as kind, near.word, near.sound
  from unnest($terms::text[], $sounds::text[], $mistakes::integer[], $deletions::text[])
       with ordinality as term (word, sound, mistakes, deletions, at)
 cross join lateral (
         select w.word, w.sound
           from (select w.word, w.sound,
                        least(levenshtein_less_equal(w.sound, term.sound, term.mistakes),
                              levenshtein_less_equal(w.word, term.word, term.mistakes)) as mistakes
                   from search.word as w
                  where w.deletions operator(pg_catalog.&&) term.deletions::integer[] -- intarray has another &&
                    and w.since <= $version::integer
                 offset 0) as w -- so that the distances are measured once
          where w.mistakes <= term.mistakes
          order by w.mistakes, levenshtein_less_equal(w.word, term.word, 4), w.word
          limit $most_near
       ) as near
 union all
select probe.at, probe.kind, w.word, w.sound
  from unnest($probe_terms::integer[], $probe_kinds::text[], $probes::text[]) as probe (at, kind, word)
  join search.word as w on w.word = probe.word and w.since <= $version::integer
 union all
select term.at, 'longer', longer.word, longer.sound
  from unnest($long_terms::integer[], $longs::text[]) as term (at, word)
 cross join lateral (
         (select w.word, w.sound
            from search.word as w
           where w.word > term.word and w.word < term.word || chr(1114111)
             and w.since <= $version::integer
           order by length(w.word), w.word
           limit $most_longer)
          union all
         (select w.word, w.sound
            from search.word as w
           where reverse(w.word) > reverse(term.word) and reverse(w.word) < reverse(term.word) || chr(1114111)
             and w.since <= $version::integer
           order by length(w.word), w.word
           limit $most_longer)
       ) as longer
