-- Where several sources tell of a mark, each with its newest date: which of them is right can be seen.
update brand_source as s
   set fecha_fuente = h.edition
  from staged_mark as m, sheet as h
 where m.run_id = $run_id and s.nro_solicitud = m.nro_solicitud and s.fuente = 'sheets' and h.sheet_id = s.sheet_id
   and s.fecha_fuente < h.edition and $source::source <> 'sheets'
