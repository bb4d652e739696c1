-- Returns the applications of the persons in one role whose names match a text search query, up to $most; one of several such
-- persons several times. The query is a subquery, because the planner would read all persons for one of many words.
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
