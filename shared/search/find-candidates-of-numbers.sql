-- Returns the same as find-candidates.sql where the filters have application numbers: the words of these marks are compared
-- with the query, because the postings of a word would be read to their end for few marks.
with
\ir expansion.part.sql
, posting as materialized (
  -- The words of the given marks that are in the expansions, and the part of the name that each covers, in whole millionths.
  select e.at, e.term, e.query_part, (1000 * e.name_weight * w.share)::integer as name_part, entry.nro_solicitud
    from unnest($numeros::bigint[]) as given (nro_solicitud)
    join search.mark as entry on entry.nro_solicitud = given.nro_solicitud
   cross join unnest(string_to_array(entry.name, ' '), entry.shares) as w (word, share)
    join expansion as e on e.word = w.word
   where true
     \ir mark-filters.part.sql
)
\ir candidates.part.sql
