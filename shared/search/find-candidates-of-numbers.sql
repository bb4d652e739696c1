-- Returns the same as find-candidates.sql where the filters have application numbers: the words of these marks are compared
-- with the query, because the postings of a word would be read to their end for few marks.
with
\ir expansion.part.sql
, given as materialized (
  -- Of marks that have changed, only those with a word of the expansions.
  select unnest($given::bigint[]) as nro_solicitud
), searched as materialized (
  -- Those of them with a word of the expansions. The limit keeps the planner, which does not know how many are given, from
  -- reading all marks.
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
  -- The words that are in the expansions, and the part of the name that each covers, in whole millionths.
  select e.at, e.term, e.query_part, (1000 * e.name_weight * w.share)::integer as name_part, m.nro_solicitud
    from searched as m
   cross join unnest(string_to_array(m.name, ' '), m.shares) as w (word, share)
    join expansion as e on e.word = w.word
   where (w.word in (select word from expansion)) is true -- hashed; the planner takes both sides of the join for few
)
\ir candidates.part.sql
