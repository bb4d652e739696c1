-- Returns how many entries with a resolution an edition of another day has stated, too, the day with the most of them, and an
-- example.
with repeated as (
  select e.row_number, e.nro_solicitud, a.fecha
    from staged_entry as e
    join brand_annotation as a using (nro_solicitud, descripcion, resolucion)
   where e.run_id = $run_id and a.fecha <> e.fecha
)
select count(distinct row_number) as repeated, mode() within group (order by fecha) as day,
       min(nro_solicitud)::text as example
  from repeated
