-- Returns the words of the index that are related to a query, and for each query word the number of marks with this
-- word (IndexWord in expand-terms.ts).
-- The subqueries around the parameters hide their values from the planner, so that PostgreSQL keeps one generic plan.
with probed_word as (
  select probe.number, probe.kind, w.word, w.sound
    from unnest((select $probe_terms::integer[]), (select $probe_kinds::text[]), (select $probe_words::text[]))
         as probe (number, kind, word)
    join search.word as w on w.word = probe.word and w.since <= (select $version::integer)
), longer_word as (
  -- The shortest words whose phonetic code begins or ends with the code of a term. Sorts at most 1,000 words by length,
  -- because many words match a short code.
  select term.number, 'longer' as kind, longer.word, longer.sound
    from unnest((select $inside_terms::integer[]), (select $inside_sounds::text[])) as term (number, sound)
   cross join lateral (
           (select first.word, first.sound
              from (select w.word, w.sound
                      from search.word as w
                     where w.sound > term.sound and w.sound < term.sound || chr(1114111)
                       and w.since <= (select $version::integer)
                     order by w.sound, w.word
                     limit 1000) as first
             order by length(first.word), first.word
             limit 20)
            union all
           (select first.word, first.sound
              from (select w.word, w.sound
                      from search.word as w
                     where reverse(w.sound) > reverse(term.sound) and reverse(w.sound) < reverse(term.sound) || chr(1114111)
                       and w.since <= (select $version::integer)
                     order by reverse(w.sound), w.word
                     limit 1000) as first
             order by length(first.word), first.word
             limit 20)
         ) as longer
), adjacent_word as (
  -- The words directly before and after a term, in the order of phonetic codes and in the order of reversed phonetic codes.
  select term.number, adjacent.word, adjacent.sound
    from unnest((select $inside_terms::integer[]), (select $inside_sounds::text[])) as term (number, sound)
   cross join lateral (
           (select w.word, w.sound from search.word as w
             where w.sound >= term.sound and w.since <= (select $version::integer)
             order by w.sound, w.word limit 150)
            union all
           (select w.word, w.sound from search.word as w
             where w.sound < term.sound and w.since <= (select $version::integer)
             order by w.sound desc, w.word desc limit 150)
            union all
           (select w.word, w.sound from search.word as w
             where reverse(w.sound) >= reverse(term.sound) and w.since <= (select $version::integer)
             order by reverse(w.sound), w.word limit 150)
            union all
           (select w.word, w.sound from search.word as w
             where reverse(w.sound) < reverse(term.sound) and w.since <= (select $version::integer)
             order by reverse(w.sound) desc, w.word desc limit 150)
         ) as adjacent
), counted_word as (
  select query_word.word, (
           select count(*)
             from (select
                     from search.posting as entry
                    where entry.word = query_word.word
                      and entry.since <= (select $version::integer)
                      and (entry.until is null or entry.until > (select $version::integer))
                    limit (select $max_counted::integer)) as counted
         ) as marks
    from unnest((select $words::text[])) as query_word (word)
)
select number as term, kind, word, sound from probed_word
 union all
select number, kind, word, sound from longer_word
 union all
-- One row for each term takes less time to decode than one row for each word.
select number, 'alike', string_agg(word, ' '), string_agg(sound, ' ') from adjacent_word group by number
 union all
select marks, 'count', word, '' from counted_word
