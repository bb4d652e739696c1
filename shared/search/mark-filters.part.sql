-- Restricts the rows of search.mark or search.posting (alias entry) to one version of the corpus and to the filters of a
-- request. Bit n of clases means class n; bit 0 means that no class is known.
and entry.since <= $version::integer and (entry.until is null or entry.until > $version::integer)
and ($clase::smallint[] is null
     or entry.clases & (select bit_or(1::bigint << greatest(clase, 0)) from unnest($clase::smallint[]) as clase) <> 0)
and ($estado::estado[] is null or entry.estado = any ($estado::estado[]))
and ($tipo_signo::tipo_signo[] is null or entry.tipo_signo = any ($tipo_signo::tipo_signo[]))
and entry.fecha_presentacion between coalesce($fecha_desde::date, '-infinity') and coalesce($fecha_hasta::date, 'infinity')
and ($numeros::bigint[] is null or entry.nro_solicitud in (select unnest($numeros::bigint[])))
-- Each `limit 1` keeps the planner from reading all persons first.
and ($holders::tsquery is null
     or (select true
           from search.person_of_mark as m
          cross join lateral (select words from search.person where person = m.person limit 1) as p
          where m.nro_solicitud = entry.nro_solicitud and not m.representative and array_to_tsvector(p.words) @@ $holders::tsquery
          limit 1))
and ($representatives::tsquery is null
     or (select true
           from search.person_of_mark as m
          cross join lateral (select words from search.person where person = m.person limit 1) as p
          where m.nro_solicitud = entry.nro_solicitud and m.representative and array_to_tsvector(p.words) @@ $representatives::tsquery
          limit 1))
-- The subquery on the table brand is not an `exists`, because the planner might then read all brands into a hash table.
and (num_nonnulls($nro_registro::text, $registro_desde::date, $registro_hasta::date, $vencimiento_desde::date,
                  $vencimiento_hasta::date) = 0
     or (select true
           from brand as b
          where b.nro_solicitud = entry.nro_solicitud
            \ir ../brands/brand-terms.part.sql
        ))
