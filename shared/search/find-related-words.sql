-- Returns the words of the index to which each term of a query may be expanded, with their kind (see IndexWord in
-- expand-terms.ts), except the words of the kind `similar`, which find-similar-words.sql returns. Also returns the number of
-- marks with each word of the query. The parameters are in subqueries, so that every execution has the same plan and the
-- statement is planned only once.
with probed_word as (
  -- The words of the index that are spelled exactly as a probe. A probe is a spelling that is derived from a term.
  select probe.number, probe.kind, w.word, w.sound
    from unnest((select $probe_terms::integer[]), (select $probe_kinds::text[]), (select $probe_words::text[]))
         as probe (number, kind, word)
    join search.word as w on w.word = probe.word and w.since <= (select $version::integer)
), longer_word as (
  -- The shortest words whose phonetic codes begin with the code of a term, and the shortest words whose codes end with it. A
  -- short code has many matches, of which only the first 1,000 in alphabetical order are compared.
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
  -- The words directly before and after a term in two orders: by phonetic code, where adjacent words have the longest common
  -- beginning, and by reversed phonetic code, where adjacent words have the longest common end.
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
  -- The words of the query, each with the number of marks that have it in this version, counted up to $max_counted.
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
