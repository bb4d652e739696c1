-- Returns the numbers of the applications that are due for a retry, oldest request first. `refusals` counts the consecutive
-- failed requests. The first retry is due after half an hour. The interval doubles with each failure, up to a day.
select nro_solicitud::text as number
  from portal_number
 where refusals > 0
   and asked_at < clock_timestamp() - least(interval '1 day', interval '15 minutes' * 2 ^ least(refusals, 10))
 order by asked_at, nro_solicitud
 limit $most
