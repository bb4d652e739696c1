-- Returns marks with a pending status ($estados) that no run has requested from the portal in the last day. Marks that were
-- never requested come first, highest number first. The other marks follow, oldest request first. In brand_listing, each
-- mark has one row of class 0.
select l.nro_solicitud::text as number, n.answered_on is not null as "isKnownToPortal"
  from brand_listing as l
  left join portal_number as n using (nro_solicitud)
 where l.clase = 0 and l.estado = any($estados::estado[])
   and (n.asked_at is null or n.asked_at < clock_timestamp() - interval '1 day')
 order by n.asked_at nulls first, l.nro_solicitud desc
 limit $most
