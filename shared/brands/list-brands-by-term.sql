-- Returns the next page of brands that pass the filters, newest first, after a cursor position.
-- Used for filters by date of registration or expiry. The query reads one filing month after another, newest first, until the
-- page is full. In each month, it scans a range of the index brand_by_registration_day or brand_by_expiry_day.
with recursive month as (
  select (select filing_month(fecha_presentacion)
            from brand
           where filing_month(fecha_presentacion)
                  <= coalesce(filing_month($before_day::date), filing_month($fecha_hasta::date), 2147483647)
           order by filing_month(fecha_presentacion) desc
           limit 1) as number
   union all
  select (select filing_month(fecha_presentacion)
            from brand
           where filing_month(fecha_presentacion) < month.number
             and filing_month(fecha_presentacion) >= coalesce(filing_month($fecha_desde::date), 0)
           order by filing_month(fecha_presentacion) desc
           limit 1)
    from month
   where month.number is not null
), page as (
  -- No sort is needed: the months come newest first, and so do the brands of each month.
  select found.*
    from month
   cross join lateral (
           select b.fecha_presentacion, b.nro_solicitud
             from brand as b
            where filing_month(b.fecha_presentacion) = month.number
              and (b.fecha_presentacion, b.nro_solicitud)
                   < (coalesce($before_day::date, 'infinity'), coalesce($before_nro::bigint, 9223372036854775807))
              \ir brand-filters.part.sql
            order by b.fecha_presentacion desc, b.nro_solicitud desc
            limit $count
         ) as found
   limit $count
)
\ir brands-of-page.part.sql
