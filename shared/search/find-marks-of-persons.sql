-- Returns up to $most application numbers of the persons in one role whose names match a text search query; a mark of
-- several such persons comes several times. The query is the value of a subquery, because otherwise the planner reads
-- all persons if the query has many words.
select m.nro_solicitud::text as number
  from search.person as p
 cross join lateral (
         select nro_solicitud
           from search.person_of_mark
          where person = p.person and representative = $representative::boolean
          limit $most
       ) as m
 where array_to_tsvector(p.words) @@ (select $words::tsquery)
 limit $most
