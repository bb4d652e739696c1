-- Returns marks with a word in their names, by its share, then by number, highest first, after a position in that order.
select entry.nro_solicitud::text as number, entry.share
  from search.posting as entry
 where entry.word = $word
   and (entry.share, entry.nro_solicitud) < ($before_share::smallint, $before_nro::bigint)
   \ir mark-filters.part.sql
 order by entry.share desc, entry.nro_solicitud desc
 limit $count
