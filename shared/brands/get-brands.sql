-- Returns marks with their full detail (BrandDetail of the contract). `fuentes` is a column of its own, because it
-- changes more often than the mark.
select d.detail,
       (select coalesce(json_agg(json_build_object('fuente', s.fuente, 'fechaFuente', s.confirmed,
                                                   'actualizadoEn', rfc3339(s.actualizado_en))
                                 order by s.fuente), '[]')
          from confirmed_record as s
         where s.nro_solicitud = d.nro_solicitud) as fuentes
  -- The subquery hides the length of the list from the planner, which would otherwise make a new plan at each call.
  from unnest((select $numbers::bigint[])) as wanted (nro_solicitud)
  join brand_detail as d using (nro_solicitud)
