-- Returns how many brands pass the filters, up to $most. Each class with a status and a kind of sign is a range of
-- brand_listing_by_codes; a brand is in at most as many rows as there are classes.
select least(count(distinct listed.nro_solicitud), $most::integer)::integer as count
  from (select entry.nro_solicitud
          from brand_listing as entry
         where entry.clase = any (coalesce($clase::smallint[], '{0}'))
           and entry.estado = any (coalesce($estado::estado[], enum_range(null::estado)))
           and entry.tipo_signo = any (coalesce($tipo_signo::tipo_signo[], enum_range(null::tipo_signo)))
           and entry.fecha_presentacion
                 between coalesce($fecha_desde::date, '-infinity') and coalesce($fecha_hasta::date, 'infinity')
         limit $most::integer * coalesce(cardinality($clase::smallint[]), 1)) as listed
