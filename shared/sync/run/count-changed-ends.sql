-- Returns the number of marks with an implausible change of status, an example, and a fingerprint of these marks.
-- `unregistered` lists the final statuses without registration. Two kinds of change are implausible:
-- - from REGISTRADA or any final status to a final status without registration
-- - from a final status without registration to any other final status
select count(*) as count,
       (array_agg(m.nro_solicitud::text || ' from ' || b.estado || ' to ' || m.estado
                  order by m.nro_solicitud))[1] as example,
       md5(string_agg(m.nro_solicitud || b.estado::text || m.estado, ' ' order by m.nro_solicitud)) as fingerprint
  from staged_mark as m
  join brand as b using (nro_solicitud)
 cross join lateral (select '{DENEGADA,NO_PRESENTADA,ABANDONADA,DESISTIDA}'::estado[] as unregistered) as ends
 where m.run_id = $run_id and m.estado <> b.estado and progress(b.estado) >= 3 and progress(m.estado) = 4
   and (m.estado = any (unregistered) or b.estado = any (unregistered))
