-- Returns the marks that may be similar to a query, among the marks with the application numbers in $given. Reads the words
-- from the names of these marks; find-candidates.sql reads search.posting instead.
with
\ir expansion.part.sql
, given as materialized (
  select unnest($given::bigint[]) as nro_solicitud
), searched as materialized (
  -- The given marks whose names have a word of the expansion (the words that match the query). `limit 1` keeps the
  -- planner from choosing a scan of all marks.
  select m.*
    from given
   cross join lateral (
           select entry.*
             from search.mark as entry
            where entry.nro_solicitud = given.nro_solicitud
              \ir mark-filters.part.sql
            limit 1
         ) as m
   where (select bool_or(word in (select word from expansion)) from unnest(string_to_array(m.name, ' ')) as word)
), posting as materialized (
  -- The words of the expansion in each name. name_part is the weighted share of the word in the name, in millionths.
  select e.at, e.term, e.query_part, (1000 * e.name_weight * w.share)::integer as name_part, m.nro_solicitud
    from searched as m
   cross join unnest(string_to_array(m.name, ' '), m.shares) as w (word, share)
    join expansion as e on e.word = w.word
   -- `is true` keeps the planner from a semijoin, because it would underestimate the number of rows of the semijoin.
   where (w.word in (select word from expansion)) is true
)
\ir candidates.part.sql
