-- Deletes persons whose place has no person of the same role in the staged mark.
delete from brand_person as p
 using staged_mark as m
 where m.run_id = $run_id and m.known and p.nro_solicitud = m.nro_solicitud
   and m.personas -> (p.ordinal - 1) ->> 'rol' is distinct from p.rol::text
