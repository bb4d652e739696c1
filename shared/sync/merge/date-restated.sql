-- Where several sources tell of a mark, each with its newest date: which of them is right can be seen.
update brand_source as s
   set fecha_fuente = h.edition
  from (select m.nro_solicitud, max(e.edition) as edition
          from staged_mark as g
          join sheet_mark as m using (nro_solicitud)
          join sheet as e using (sheet_id)
         where g.run_id = $run_id and $source::source <> 'sheets'
         group by m.nro_solicitud) as h
 where s.nro_solicitud = h.nro_solicitud and s.fuente = 'sheets' and s.fecha_fuente < h.edition
