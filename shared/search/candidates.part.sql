-- Returns the marks that may be similar to a query, in one row.
-- The file that includes this part defines three CTEs:
-- - expansion: the words that match a term of the query
-- - searched: the marks to search
-- - posting: the words of the expansion in the names of marks
, word_score as (
  -- query_part and name_part are integers, because a sum of floating-point numbers depends on the order of the rows.
  select nro_solicitud, least(1000000, sum(query_part)) * least(1000000, sum(name_part)) as score
    from (select nro_solicitud, max(query_part) as query_part, max(name_part) as name_part
            from posting
           group by nro_solicitud, term) as by_term
   group by nro_solicitud
), best_by_words as (
  select nro_solicitud from word_score order by score desc, nro_solicitud desc limit $max_by_words
), conjunction_word as (
  select e.word, e.term, e.query_weight, coalesce(c.marks, 0) as marks
    from expansion as e
    left join (select at, count(*) as marks from posting group by at) as c using (at)
   where e.in_conjunction and $term_count::integer > 1
), ranked_conjunction_word as (
  -- For each term, words with the sound of the term come first. If the term itself is in $common marks or more, words
  -- with other sounds are excluded. A stop word (query_weight 0) is never excluded.
  select term, word,
         row_number() over (partition by term
                                order by query_weight >= $same_sound::float8 desc, marks desc, query_weight desc, word) as rank
    from conjunction_word
   where query_weight = 0 or query_weight >= $same_sound::float8
      or term not in (select term from conjunction_word where query_weight = 1 and marks >= $common)
), alternatives as (
  select term, '(' || string_agg(quote_literal(word), ' | ') || ')' as query, count(*) as words
    from ranked_conjunction_word
   where rank <= $max_in_conjunction
   group by term
), conjunction as (
  select string_agg(query, ' & ') as query
    from alternatives
  having count(*) = $term_count::integer and count(*) > 1 and max(words) > 1
), matching_all_terms as materialized (
  select entry.nro_solicitud
    from searched as entry
   where array_to_tsvector(string_to_array(entry.name, ' ')) @@ (select query::tsquery from conjunction)
     \ir mark-filters.part.sql
   order by levenshtein_less_equal(left(entry.name, 100), left($name, 100), 30), entry.nro_solicitud desc
   limit $max_by_name
), conjunction_but_one as (
  -- A tsquery for marks that match all terms except one. Terms with numbers greater than $last_term are stop words. At
  -- least one matched term is not a stop word.
  select string_agg(query, ' | ') as query
    from (select string_agg(query, ' & ') as query
            from generate_series(1, $term_count::integer) as missing
            join alternatives on term <> missing
           where $term_count::integer > 2 and not $has_full_text::boolean and not exists (select from matching_all_terms)
           group by missing
          having count(*) = $term_count::integer - 1 and min(term) <= $last_term::integer) as conjunctions
), matching_all_but_one as (
  select entry.nro_solicitud
    from searched as entry
   where array_to_tsvector(string_to_array(entry.name, ' ')) @@ (select query::tsquery from conjunction_but_one)
     \ir mark-filters.part.sql
   order by levenshtein_less_equal(left(entry.name, 100), left($name, 100), 30), entry.nro_solicitud desc
   limit $max_by_name
), sounding_the_same as (
  select entry.nro_solicitud
    from search.mark as entry
   where entry.sound = $sound
     \ir mark-filters.part.sql
   order by entry.name = $name desc, replace(entry.name, ' ', '') = $letters desc, entry.nro_solicitud desc
   limit $max_by_name
)
-- A single row takes less time to decode than one row for each mark.
select string_agg(m.nro_solicitud::text, ' ') as numbers, string_agg(m.name, e'\n') as names, string_agg(m.sound, ' ') as sounds
  from (select * from best_by_words
         union
        select * from matching_all_terms
         union
        select * from matching_all_but_one
         union
        select * from sounding_the_same) as candidate
  join search.mark as m
    on m.nro_solicitud = candidate.nro_solicitud
   and m.since <= $version::integer and (m.until is null or m.until > $version::integer)
