-- Returns the number of brands that pass the filters by class, status, kind of sign and filing date; at most $most. Reads one
-- range of the index brand_listing_by_codes for each combination of class, status and kind of sign. A brand may have one row
-- for each class of the filter, so the limit of rows is $most times the number of classes.
select least(count(distinct listed.nro_solicitud), $most::integer)::integer as count
  from (select entry.nro_solicitud
          from brand_listing as entry
         where entry.clase = any (coalesce($clase::smallint[], '{0}'))
           and entry.estado = any (coalesce($estado::estado[], enum_range(null::estado)))
           and entry.tipo_signo = any (coalesce($tipo_signo::tipo_signo[], enum_range(null::tipo_signo)))
           and entry.fecha_presentacion
                 between coalesce($fecha_desde::date, '-infinity') and coalesce($fecha_hasta::date, 'infinity')
         limit $most::integer * coalesce(cardinality($clase::smallint[]), 1)) as listed
