-- Returns the applications of some persons in one role, up to $most; one of several such persons several times.
select listed.nro_solicitud::text as number
  from (select m.nro_solicitud
          from unnest((select $persons::bigint[])) as wanted (person)
         cross join lateral (
                 select nro_solicitud
                   from search.person_of_mark
                  where person = wanted.person and representative = $representative::boolean
                  limit $most
               ) as m
         limit $most) as listed
