-- Marks with a word in their names, those that it is most of first, behind a place in that order.
select p.nro_solicitud::text as number, p.share
  from search.posting as p
 where p.word = $word
   and (p.share, p.nro_solicitud) < ($before_share::smallint, $before_nro::bigint)
   and p.since <= $version::integer and (p.until is null or p.until > $version::integer)
   and ($clases::bigint = 0 or p.clases & $clases::bigint <> 0)
   and ($estado::estado is null or p.estado = $estado::estado)
   and ($tipo_signo::tipo_signo is null or p.tipo_signo = $tipo_signo::tipo_signo)
   and p.fecha_presentacion between $from_day::date and $to_day::date
 order by p.share desc, p.nro_solicitud desc
 limit $count
