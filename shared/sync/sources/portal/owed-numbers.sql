-- Applications whose answer could not be used, those that wait longest first: asked for again after half an hour, and after
-- twice as long each time, up to a day.
select nro_solicitud::text as number
  from portal_number
 where refusals > 0
   and asked_at < clock_timestamp() - least(interval '1 day', interval '15 minutes' * 2 ^ least(refusals, 10))
 order by asked_at, nro_solicitud
 limit $most
