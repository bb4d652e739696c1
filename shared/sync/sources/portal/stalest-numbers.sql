-- Marks that are still under way and that the portal was not asked for today: those that it was never asked for, newest
-- first, then those that it was asked for longest ago.
select l.nro_solicitud::text as number, n.told_on is not null as "isToldOf"
  from brand_listing as l
  left join portal_number as n using (nro_solicitud)
 where l.clase = 0 and l.estado = any($estados::estado[])
   and (n.asked_at is null or n.asked_at < clock_timestamp() - interval '1 day')
 order by n.asked_at nulls first, l.nro_solicitud desc
 limit $most
