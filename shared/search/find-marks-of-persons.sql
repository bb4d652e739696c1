-- Returns up to $most application numbers of marks with a person, in one role, whose name matches a text search query. A
-- mark with several such persons comes several times. The text search query is in a subquery, because otherwise the planner
-- reads all persons if it has many words.
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
