-- Returns applications whose last portal response failed and whose retry is due, longest wait first. The first retry is
-- due after half an hour; the interval doubles with each failure, up to a day.
select nro_solicitud::text as number
  from portal_number
 where refusals > 0
   and asked_at < clock_timestamp() - least(interval '1 day', interval '15 minutes' * 2 ^ least(refusals, 10))
 order by asked_at, nro_solicitud
 limit $most
