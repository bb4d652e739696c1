-- Counts the marks that a run would move back to an earlier stage of the procedure. Returns the number, an example, and a
-- fingerprint of the marks.
select count(*) as count,
       (array_agg(m.nro_solicitud::text || ' from ' || b.estado || ' to ' || m.estado
                  order by m.nro_solicitud))[1] as example,
       md5(string_agg(m.nro_solicitud || b.estado::text || m.estado, ' ' order by m.nro_solicitud)) as fingerprint
  from staged_mark as m
  join brand as b using (nro_solicitud)
 where m.run_id = $run_id and progress(m.estado) < progress(b.estado)
   -- A move from stage 2 to stage 1 by the portal is not counted: the portal may show one status for all
-- pending applications.
   and not ($source::source = 'portal' and progress(b.estado) = 2)
