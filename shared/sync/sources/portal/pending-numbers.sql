-- Returns marks with a pending status that no run has requested from the portal in the last day: first those never
-- requested, highest number first, then those requested longest ago.
select l.nro_solicitud::text as number, n.answered_on is not null as "isKnownToPortal"
  from brand_listing as l
  left join portal_number as n using (nro_solicitud)
 where l.clase = 0 and l.estado = any($estados::estado[])
   and (n.asked_at is null or n.asked_at < clock_timestamp() - interval '1 day')
 order by n.asked_at nulls first, l.nro_solicitud desc
 limit $most
