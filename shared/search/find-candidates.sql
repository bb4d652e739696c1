-- Returns the marks that may be similar to a query in one version of the corpus: the best marks by their words, the marks
-- that match every term (or all terms except one), and the marks whose names have the same phonetic code. Each of these lists
-- is filtered before it is cut to its maximum length, so that it has the best marks that pass the filters.
with
\ir expansion.part.sql
, searched as not materialized (
  select * from search.mark
), posting as materialized (
  -- For each word of the expansion, the marks in whose names the word has the greatest share. name_part is the part of the
  -- name that the word covers, in whole millionths.
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
