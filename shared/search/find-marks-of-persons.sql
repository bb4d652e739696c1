-- Returns up to $most application numbers of the marks of persons whose names match the tsquery $words. A mark with several
-- matching persons has several rows. The subquery around $words keeps the planner from choosing a scan of all persons.
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
