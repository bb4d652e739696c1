-- Returns the final status (such as VENCIDA) to which the largest number of marks would change in a run. Also returns this
-- number, an example, and a fingerprint of the marks. Returns no row if the number is less than $fewest.
select m.estado as status, count(*) as count, min(m.nro_solicitud)::text as example,
       md5(string_agg(m.nro_solicitud::text, ' ' order by m.nro_solicitud)) as fingerprint
  from staged_mark as m
  join brand as b using (nro_solicitud)
 where m.run_id = $run_id and m.estado <> b.estado and progress(m.estado) = 4
 group by m.estado
having count(*) >= $fewest::integer
 order by count(*) desc, m.estado
 limit 1
