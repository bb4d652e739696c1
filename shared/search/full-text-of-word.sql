-- Returns the next $count marks after a cursor position whose names contain a word, ordered by the share of the word in the
-- name, then by number, both descending.
select entry.nro_solicitud::text as number, entry.share
  from search.posting as entry
 where entry.word = $word
   and (entry.share, entry.nro_solicitud) < ($before_share::smallint, $before_nro::bigint)
   \ir mark-filters.part.sql
 order by entry.share desc, entry.nro_solicitud desc
 limit $count
