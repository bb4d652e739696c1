-- Returns the next $count marks whose names have all words of a query, ordered by share, then by number, both descending. The
-- share is the part of the name that the words cover, in thousandths. A name equal to the query comes first: its share is 1001.
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
