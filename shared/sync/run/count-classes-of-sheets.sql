-- Counts the marks that have different classes in two sheets of the same day. Returns the number of marks, and an example: the
-- lowest application number, and the names of two sheets with this application. Returns no row if the number is 0.
with of_sheet as (
  select nro_solicitud, fecha_fuente, sheet,
         array(select distinct (c -> 'clase')::smallint
                 from jsonb_array_elements(jsonb_agg(clases)) as list, jsonb_array_elements(list) as c
                order by 1) as clases
    from staged_row
   where run_id = $run_id and not rejected
     and fecha_fuente in (select fecha_fuente
                            from staged_row
                           where run_id = $run_id
                           group by fecha_fuente
                          having min(sheet) < max(sheet))
   group by nro_solicitud, fecha_fuente, sheet
), different as (
  select nro_solicitud, fecha_fuente, array_agg(sheet order by sheet) as sheets
    from of_sheet
   where clases <> '{}'
   group by nro_solicitud, fecha_fuente
  having min(clases) <> max(clases)
)
select count(*) as marks, min(nro_solicitud)::text as example,
       (array_agg(($sheet_names::text[])[sheets[1]] order by nro_solicitud))[1] as first,
       (array_agg(($sheet_names::text[])[sheets[2]] order by nro_solicitud))[1] as second
  from different
having count(*) > 0
