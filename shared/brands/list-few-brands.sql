-- Returns the next page of brands that pass the filters, newest first, after a cursor position.
-- Used if few brands pass the filters by class, status, kind of sign and filing date. The CTE `listed` finds these brands
-- through the index brand_listing_by_codes.
with listed as materialized (
  select distinct entry.nro_solicitud
    from brand_listing as entry
   where entry.clase = any (coalesce($clase::smallint[], '{0}'))
     and entry.estado = any (coalesce($estado::estado[], enum_range(null::estado)))
     and entry.tipo_signo = any (coalesce($tipo_signo::tipo_signo[], enum_range(null::tipo_signo)))
     and entry.fecha_presentacion
           between coalesce($fecha_desde::date, '-infinity') and coalesce($fecha_hasta::date, 'infinity')
)
\ir brand-summary.part.sql
  from listed
 cross join lateral (select * from brand where brand.nro_solicitud = listed.nro_solicitud limit 1) as b
 where (b.fecha_presentacion, b.nro_solicitud)
        < (coalesce($before_day::date, 'infinity'), coalesce($before_nro::bigint, 9223372036854775807))
   \ir brand-filters.part.sql
 order by b.fecha_presentacion desc, b.nro_solicitud desc
 limit $count
