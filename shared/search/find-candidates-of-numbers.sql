-- Returns the same candidates as find-candidates.sql, for a search that is restricted to application numbers. It reads the
-- names of these few marks. Reading the postings of each word instead would also read the postings of all other marks.
with
\ir expansion.part.sql
, given as materialized (
  -- For a search among changed marks, the caller passes only the marks that may have a word of the expansion.
  select unnest($given::bigint[]) as nro_solicitud
), searched as materialized (
  -- The given marks that have a word of the expansion. The planner does not know how many marks are given: `limit 1` keeps the
  -- planner from reading all marks.
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
  -- The words of these marks that are in the expansion. name_part is the part of the name that a word covers, in whole
  -- millionths.
  select e.at, e.term, e.query_part, (1000 * e.name_weight * w.share)::integer as name_part, m.nro_solicitud
    from searched as m
   cross join unnest(string_to_array(m.name, ' '), m.shares) as w (word, share)
    join expansion as e on e.word = w.word
   -- The condition is a hashed subquery, because the planner underestimates both sides of the join.
   where (w.word in (select word from expansion)) is true
)
\ir candidates.part.sql
