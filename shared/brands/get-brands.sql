-- Returns the full detail of marks (BrandDetail of the contract). `fuentes` is a separate column, because it changes more
-- often than the mark.
select d.detail,
       (select coalesce(json_agg(json_build_object('fuente', s.fuente, 'fechaFuente', s.confirmed,
                                                   'actualizadoEn', rfc3339(s.actualizado_en))
                                 order by s.fuente), '[]')
          from confirmed_record as s
         where s.nro_solicitud = d.nro_solicitud) as fuentes
  -- The subquery hides the length of the list from the planner. Otherwise, each call would need a new plan.
  from unnest((select $numbers::bigint[])) as wanted (nro_solicitud)
  join brand_detail as d using (nro_solicitud)
