-- What the other source of records says of a mark, from now on that two tell of it.
update brand_source as s
   set record = m.otro_record
  from staged_mark as m
 where m.run_id = $run_id and m.otro_record is not null and s.nro_solicitud = m.nro_solicitud
   and s.fuente = case $source::source when 'sheets' then 'portal'::source else 'sheets' end and s.record is null
