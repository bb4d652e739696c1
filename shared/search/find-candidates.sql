-- Returns the marks that may be similar to a query in one version of the corpus. The filters of the request apply to each
-- list of marks before its `limit`.
with
\ir expansion.part.sql
, searched as not materialized (
  select * from search.mark
), posting as materialized (
  -- For each word of the expansion (the words that match the query), the marks in whose names the word has the greatest
  -- share. name_part is the weighted share of the word in the name, in millionths.
  select e.at, e.term, e.query_part, (1000 * e.name_weight * p.share)::integer as name_part, p.nro_solicitud
    from expansion as e
   cross join lateral (
           select entry.nro_solicitud, entry.share
             from search.posting as entry
            where entry.word = e.word
              \ir mark-filters.part.sql
            order by entry.share desc, entry.nro_solicitud desc
            limit e.max_marks
         ) as p
)
\ir candidates.part.sql
