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
  -- The shortest words whose phonetic codes begin with the code of a term, and the shortest whose codes end with it. Of
  -- the many that begin with a short code, only the first in alphabetical order are compared.
  select term.number, 'longer' as kind, longer.word, longer.sound
    from unnest($inside_terms::integer[], $inside_sounds::text[]) as term (number, sound)
   cross join lateral (
           (select first.word, first.sound
              from (select w.word, w.sound
                      from search.word as w
                     where w.sound > term.sound and w.sound < term.sound || chr(1114111)
                       and w.since <= $version::integer
                     order by w.sound, w.word
                     limit $max_compared) as first
             order by length(first.word), first.word
             limit $max_longer)
            union all
           (select first.word, first.sound
              from (select w.word, w.sound
                      from search.word as w
                     where reverse(w.sound) > reverse(term.sound) and reverse(w.sound) < reverse(term.sound) || chr(1114111)
                       and w.since <= $version::integer
                     order by reverse(w.sound), w.word
                     limit $max_compared) as first
             order by length(first.word), first.word
             limit $max_longer)
         ) as longer
), adjacent_word as (
  -- The words before and after a term in the alphabetical orders of the phonetic codes and of the reversed codes: those
  -- with the longest common beginnings and ends.
  select term.number, adjacent.word, adjacent.sound
    from unnest($inside_terms::integer[], $inside_sounds::text[]) as term (number, sound)
   cross join lateral (
           (select w.word, w.sound from search.word as w
             where w.sound >= term.sound and w.since <= $version::integer
             order by w.sound, w.word limit $max_adjacent)
            union all
           (select w.word, w.sound from search.word as w
             where w.sound < term.sound and w.since <= $version::integer
             order by w.sound desc, w.word desc limit $max_adjacent)
            union all
           (select w.word, w.sound from search.word as w
             where reverse(w.sound) >= reverse(term.sound) and w.since <= $version::integer
             order by reverse(w.sound), w.word limit $max_adjacent)
            union all
           (select w.word, w.sound from search.word as w
             where reverse(w.sound) < reverse(term.sound) and w.since <= $version::integer
             order by reverse(w.sound) desc, w.word desc limit $max_adjacent)
         ) as adjacent
), counted_word as (
  -- The words of the query with the number of their marks in this version, counted up to a limit.
  select query_word.word, (
           select count(*)
             from (select
                     from search.posting as entry
                    where entry.word = query_word.word
                      and entry.since <= $version::integer and (entry.until is null or entry.until > $version::integer)
                    limit $max_counted) as counted
         ) as marks
    from unnest($words::text[]) as query_word (word)
)
select number as term, kind, word, sound from similar_word
 union all
select number, kind, word, sound from probed_word
 union all
select number, kind, word, sound from longer_word
 union all
-- One row for each term, because that is decoded in less time.
select number, 'alike', string_agg(word, ' '), string_agg(sound, ' ') from adjacent_word group by number
 union all
select marks, 'count', word, '' from counted_word
