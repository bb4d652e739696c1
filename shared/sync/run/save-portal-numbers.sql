-- Stores for each application the time of the last request to the portal, the day of the last successful read, and the number
-- of consecutive failures. If $saved is true, the answers were read
-- from files, and the time of the request is the day $day.
insert into portal_number as known (nro_solicitud, asked_at, answered_on, refusals)
select n.nro, case when $saved::boolean then $day::date else clock_timestamp() end,
       case n.answer when 'read' then $day end, (n.answer = 'failed')::integer
  from unnest($numbers::bigint[], $answers::text[]) as n (nro, answer)
on conflict (nro_solicitud) do update
   set asked_at = greatest(known.asked_at, excluded.asked_at),
       answered_on = greatest(known.answered_on, excluded.answered_on),
       refusals = case when excluded.refusals = 0 then 0 else known.refusals + 1 end
