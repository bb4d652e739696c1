-- Returns the applicants and holders of the brands with the application numbers $numbers, in the order and form in which
-- BrandDetail lists them.
select nro_solicitud::text as "nroSolicitud",
       (select coalesce(json_agg(person order by at), '[]')
          from json_array_elements(detail -> 'personas') with ordinality as listed (person, at)
         where person ->> 'rol' <> 'REPRESENTANTE') as list
  from brand_detail
 where nro_solicitud = any ($numbers::bigint[])
