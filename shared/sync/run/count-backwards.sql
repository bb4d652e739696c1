-- Marks whose status would be one that lies further back on the way of an application, and one of them to look at.
select count(*) as backwards,
       (array_agg(m.nro_solicitud::text || ' from ' || b.estado || ' to ' || m.estado
                  order by m.nro_solicitud))[1] as example,
       md5(string_agg(m.nro_solicitud || b.estado::text || m.estado, ' ' order by m.nro_solicitud)) as fingerprint
  from staged_mark as m
  join brand as b using (nro_solicitud)
 where m.run_id = $run_id and m.known and not m.outdated and progress(m.estado) < progress(b.estado)
   -- A portal may have one word for all that is under way.
   and not ($source::source = 'portal' and progress(b.estado) = 2)
