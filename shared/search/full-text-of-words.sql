-- Marks with several words in their names, those that they are most of first, behind a place in that order. The name
-- itself stands before all others, also where it repeats a word.
select found.nro_solicitud::text as number, found.share
  from (select m.nro_solicitud,
               case when m.name = $name then 1001 else least(1000, 1000 * $weight::integer / m.weight) end as share
          from search.mark as m
         where array_to_tsvector(string_to_array(m.name, ' ')) @@ $query::tsquery
           and m.since <= $version::integer and (m.until is null or m.until > $version::integer)
           and ($clases::bigint = 0 or m.clases & $clases::bigint <> 0)
           and ($estado::estado is null or m.estado = $estado::estado)
           and ($tipo_signo::tipo_signo is null or m.tipo_signo = $tipo_signo::tipo_signo)
           and m.fecha_presentacion between $from_day::date and $to_day::date) as found
 where (found.share, found.nro_solicitud) < ($before_share::integer, $before_nro::bigint)
 order by found.share desc, found.nro_solicitud desc
 limit $count
