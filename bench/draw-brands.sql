-- Returns a random sample of brands, the same for the same corpus, oldest first.
select b.nro_solicitud::text as "nroSolicitud",
       b.denominacion,
       b.estado,
       b.tipo_signo as "tipoSigno",
       b.fecha_presentacion as "fechaPresentacion",
       b.clases[1] as clase,
       person.*
  from (select nro_solicitud from brand order by hashint8extended(nro_solicitud, 7), nro_solicitud limit $count) as drawn
  join brand as b using (nro_solicitud)
  join brand_detail as d using (nro_solicitud)
 cross join lateral (
         select min(each ->> 'nombre') filter (where each ->> 'rol' <> 'REPRESENTANTE') as titular,
                min(each ->> 'nombre') filter (where each ->> 'rol' = 'REPRESENTANTE') as representante
           from json_array_elements(d.detail -> 'personas') as each
       ) as person
 order by b.fecha_presentacion, b.nro_solicitud
