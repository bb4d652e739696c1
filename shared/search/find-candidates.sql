-- Marks that may be close to a query, in one version of the corpus: the best by the words that they share with it,
-- those that have a word of each term, and those whose names sound the same. Filters are asked for where a list is
-- cut, so that each list is the best of what passes them.
with neighbour as materialized (
  select *
    from unnest($words::text[], $terms::integer[], $stands::float8[], $explains::float8[], $marks::integer[],
                $together::boolean[]) as neighbour (word, term, stands, explains, marks, together)
), posting as materialized (
  select looked.word, p.nro_solicitud, p.share
    from (select word, max(marks) as marks from neighbour group by word) as looked
   cross join lateral (
           select entry.nro_solicitud, entry.share
             from search.posting as entry
            where entry.word = looked.word
              \ir mark-filters.part.sql
            order by entry.share desc, entry.nro_solicitud desc
            limit looked.marks
         ) as p
), scored as (
  -- How much of the query a mark's words stand for, and how much of the mark they explain. In whole millionths: sums of
  -- fractions would depend on their order.
  select nro_solicitud, least(1000000, sum(stands)) * least(1000000, sum(explains)) as score
    from (select p.nro_solicitud, n.term,
                 round(1000000 * max(n.stands) * ($parts::float8[])[n.term])::bigint as stands,
                 round(1000 * max(n.explains * p.share))::bigint as explains
            from posting as p
            join neighbour as n using (word)
           group by p.nro_solicitud, n.term) as by_term
   group by nro_solicitud
), best as (
  select nro_solicitud from scored order by score desc, nro_solicitud desc limit $most_best
), counted as (
  select n.word, n.term, n.stands, coalesce(c.marks, 0) as marks
    from neighbour as n
    left join (select word, count(*) as marks from posting group by word) as c using (word)
   where n.together
), choice as (
  -- Of a term that is a common word itself, only what is or sounds the same; of any other, the most common neighbours.
  select term, word,
         row_number() over (partition by term order by stands >= $same_sound::float8 desc, marks desc, stands desc, word) as place
    from counted
   where stands = 0 or stands >= $same_sound::float8
      or term not in (select term from counted where stands = 1 and marks >= $common)
), together as (
  select string_agg(words, ' & ') as query
    from (select '(' || string_agg(quote_literal(word), ' | ') || ')' as words, count(*) as several
            from choice
           where place <= $most_together
           group by term) as groups
  having count(*) = $groups::integer and count(*) > 1 and max(several) > 1
), whole as (
  select entry.nro_solicitud
    from search.mark as entry
   where array_to_tsvector(string_to_array(entry.name, ' ')) @@ (select query from together)::tsquery
     \ir mark-filters.part.sql
   order by levenshtein_less_equal(left(entry.name, 100), left($name, 100), 30), entry.nro_solicitud desc
   limit $most_whole
), same as (
  select entry.nro_solicitud
    from search.mark as entry
   where entry.sound = $sound
     \ir mark-filters.part.sql
   order by entry.name = $name desc, replace(entry.name, ' ', '') = $letters desc, entry.nro_solicitud desc
   limit $most_whole
)
select m.nro_solicitud::text as number, m.name, m.sound
  from (select * from best union select * from whole union select * from same) as candidate
  join search.mark as m
    on m.nro_solicitud = candidate.nro_solicitud
   and m.since <= $version::integer and (m.until is null or m.until > $version::integer)
