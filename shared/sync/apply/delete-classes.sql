-- Deletes classes that the staged marks no longer have.
delete from brand_class as c
 using staged_mark as m
 where m.run_id = $run_id and m.known and c.nro_solicitud = m.nro_solicitud
   and not m.clases @> jsonb_build_array(jsonb_build_object('clase', c.clase))
