-- Returns the next $count marks after a cursor position whose names contain several words, ordered by the share of these
-- words in the name, then by number, both descending. A name equal to the query comes first, even if it repeats a word.
select found.nro_solicitud::text as number, found.share
  from (select entry.nro_solicitud,
               case when entry.name = $name then 1001 else least(1000, 1000 * $weight::integer / entry.weight) end as share
          from search.mark as entry
         where array_to_tsvector(string_to_array(entry.name, ' ')) @@ $query::tsquery
           \ir mark-filters.part.sql
       ) as found
 where (found.share, found.nro_solicitud) < ($before_share::integer, $before_nro::bigint)
 order by found.share desc, found.nro_solicitud desc
 limit $count
