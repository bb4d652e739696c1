-- Counts the entries of an edition that are already stored for another day with the same words and resolution. Returns the
-- number, an example, and the other day of the example.
with repeated as (
  select e.row_number, e.nro_solicitud, a.fecha
    from staged_entry as e
    join brand_annotation as a using (nro_solicitud, descripcion, resolucion)
   where e.run_id = $run_id and a.fecha <> e.fecha
)
select count(distinct row_number) as repeated, min(nro_solicitud)::text as example,
       (array_agg(fecha order by nro_solicitud, fecha))[1] as day
  from repeated
