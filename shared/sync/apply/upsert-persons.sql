-- Inserts new persons of the staged marks and updates those that differ.
insert into brand_person (nro_solicitud, rol, ordinal, nombre, pais)
select m.nro_solicitud, (p.value ->> 'rol')::rol, p.ordinality, p.value ->> 'nombre', p.value ->> 'pais'
  from staged_mark as m
 cross join jsonb_array_elements(m.personas) with ordinality as p
 where m.run_id = $run_id
on conflict (nro_solicitud, rol, ordinal) do update
   set nombre = excluded.nombre,
       pais = excluded.pais
 where (brand_person.nombre, brand_person.pais) is distinct from (excluded.nombre, excluded.pais)
