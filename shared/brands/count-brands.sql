-- Returns the number of brands that pass the filters by class, status, kind of sign and filing date, at most $most. It reads
-- one range of the index brand_listing_by_codes for each combination of class, status and kind of sign. A brand has at most
-- one row for each wanted class, so $most times the number of classes is enough rows to read.
select least(count(distinct listed.nro_solicitud), $most::integer)::integer as count
  from (select entry.nro_solicitud
          from brand_listing as entry
         where entry.clase = any (coalesce($clase::smallint[], '{0}'))
           and entry.estado = any (coalesce($estado::estado[], enum_range(null::estado)))
           and entry.tipo_signo = any (coalesce($tipo_signo::tipo_signo[], enum_range(null::tipo_signo)))
           and entry.fecha_presentacion
                 between coalesce($fecha_desde::date, '-infinity') and coalesce($fecha_hasta::date, 'infinity')
         limit $most::integer * coalesce(cardinality($clase::smallint[]), 1)) as listed
