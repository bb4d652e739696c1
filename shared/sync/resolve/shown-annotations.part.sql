-- Defines the CTE shown_annotations: the served annotations of each staged mark, newest first.
--
-- An event of the portal is omitted if an entry of the bulletin has
-- - the same kind and day (for the kind OTRA, also the same words), or
-- - the same kind and resolution, or
-- - the same day and resolution, and at least one of the two kinds is OTRA.
-- In the first two cases, an entry replaces only one event.
annotation as (
  select a.nro_solicitud, 'bulletin'::source as fuente, a.annotation_id as place, a.fecha, a.tipo, a.descripcion,
         a.resolucion
    from staged_record as m
    join brand_annotation as a using (nro_solicitud)
   where m.run_id = $run_id
   union all
  select s.nro_solicitud, 'portal', e.place, e.fecha, e.tipo, e.descripcion, e.resolucion
    from staged_record as m
    join source_record as s using (nro_solicitud)
   cross join rows from (jsonb_to_recordset(s.events)
           as (fecha date, tipo tipo_anotacion, descripcion text, resolucion text)) with ordinality
           as e (fecha, tipo, descripcion, resolucion, place)
   where m.run_id = $run_id and s.fuente = 'portal'
), compared_annotation as (
  -- Counts the annotations of the same mark
  -- - with the same day and kind: `…_kinds`
  -- - with the same resolution and kind: `…_resolutions`
  -- - with the same day and resolution: `…_acts`
  -- `bulletin_…` counts all entries of the bulletin. `portal_…` counts the events of the portal up to and including this row.
  select *,
         count(*) filter (where fuente = 'bulletin') over act as bulletin_acts,
         count(*) filter (where fuente = 'bulletin' and tipo = 'OTRA') over act as bulletin_other_acts,
         count(*) filter (where fuente = 'bulletin') over kind_of_day as bulletin_kinds,
         count(*) filter (where fuente = 'portal') over kind_of_day_so_far as portal_kinds,
         count(*) filter (where fuente = 'bulletin') over kind_of_act as bulletin_resolutions,
         count(*) filter (where fuente = 'portal') over kind_of_act_so_far as portal_resolutions
    from annotation
  window act as (partition by nro_solicitud, fecha, resolucion),
         kind_of_day as (partition by nro_solicitud, fecha, tipo, case tipo when 'OTRA' then lower(descripcion) end),
         kind_of_day_so_far as (kind_of_day order by fuente, place),
         kind_of_act as (partition by nro_solicitud, resolucion, tipo),
         kind_of_act_so_far as (kind_of_act order by fuente, place)
), shown_annotations as (
  select nro_solicitud,
         json_agg(json_build_object('fecha', fecha, 'tipo', tipo, 'descripcion', descripcion, 'resolucion', resolucion,
                                    'fuente', fuente) order by fecha desc, fuente desc, place desc) as anotaciones
    from compared_annotation
   where fuente = 'bulletin'
      or bulletin_kinds < portal_kinds
         and (resolucion is null
              or bulletin_resolutions < portal_resolutions
                 and bulletin_other_acts = 0 and (tipo <> 'OTRA' or bulletin_acts = 0))
   group by nro_solicitud
)
