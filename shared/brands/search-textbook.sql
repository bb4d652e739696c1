-- Brands whose names a text finds, best first, behind a place in that order: the best 200 by their words and the best
-- 200 by their letters, each ranked among the brands that pass the filters, fused by reciprocal rank with k = 60.
-- A score has 12 decimals: enough to keep any two sums of ranks apart, and few enough to survive as a JSON number.
with words as (
  select l.nro_solicitud,
         row_number() over (
           order by ts_rank_cd(to_tsvector('simple', textbook_fold(b.denominacion)), query) desc,
                    l.nro_solicitud desc
         ) as rank
    from plainto_tsquery('simple', textbook_fold($q)) as query
    join brand as b on to_tsvector('simple', textbook_fold(b.denominacion)) @@ query
    join brand_listing as l on l.nro_solicitud = b.nro_solicitud
   where l.clase = $clase::smallint
     and l.estado = any ($estados::estado[])
     and l.tipo_signo = any ($tipos::tipo_signo[])
     and l.fecha_presentacion between $from_day::date and $to_day::date
   order by rank
   limit 200
), letters as (
  select l.nro_solicitud,
         row_number() over (
           order by similarity(textbook_fold(b.denominacion), textbook_fold($q)) desc, l.nro_solicitud desc
         ) as rank
    from brand as b
    join brand_listing as l on l.nro_solicitud = b.nro_solicitud
   where textbook_fold(b.denominacion) % textbook_fold($q)
     and l.clase = $clase::smallint
     and l.estado = any ($estados::estado[])
     and l.tipo_signo = any ($tipos::tipo_signo[])
     and l.fecha_presentacion between $from_day::date and $to_day::date
   order by rank
   limit 200
), fused as (
  select found.nro_solicitud, round(sum(1.0 / (60 + found.rank)), 12) as score
    from (select * from words union all select * from letters) as found
   group by found.nro_solicitud
)
select b.nro_solicitud::text as "nroSolicitud",
       b.nro_registro as "nroRegistro",
       b.denominacion,
       b.estado,
       b.tipo_signo as "tipoSigno",
       b.fecha_presentacion as "fechaPresentacion",
       b.fecha_vencimiento as "fechaVencimiento",
       fused.score::float8 as score
  from fused
  join brand as b using (nro_solicitud)
 where (fused.score, fused.nro_solicitud) < ($before_score::numeric, $before_nro::bigint)
 order by fused.score desc, fused.nro_solicitud desc
 limit $count
