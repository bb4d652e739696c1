-- Returns the applications whose last response from the portal failed and whose retry is due, oldest request first. The
-- first retry is due after half an hour. The interval doubles with each further failure, up to a day.
select nro_solicitud::text as number
  from portal_number
 where refusals > 0
   and asked_at < clock_timestamp() - least(interval '1 day', interval '15 minutes' * 2 ^ least(refusals, 10))
 order by asked_at, nro_solicitud
 limit $most
