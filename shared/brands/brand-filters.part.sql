-- Restricts the rows of brand (alias b) to marks that pass the filters of a request. Class -1 matches marks without known
-- classes.
and ($clase::smallint[] is null or listed_classes(b.clases) && $clase::smallint[])
and ($estado::estado[] is null or b.estado = any ($estado::estado[]))
and ($tipo_signo::tipo_signo[] is null or b.tipo_signo = any ($tipo_signo::tipo_signo[]))
and b.fecha_presentacion between coalesce($fecha_desde::date, '-infinity') and coalesce($fecha_hasta::date, 'infinity')
and ($numeros::bigint[] is null or b.nro_solicitud = any ($numeros::bigint[]))
-- Each `limit 1` keeps the planner from reading all persons first.
and ($holders::tsquery is null
     or (select true
           from search.person_of_mark as m
          cross join lateral (select words from search.person where person = m.person limit 1) as p
          where m.nro_solicitud = b.nro_solicitud and not m.representative and array_to_tsvector(p.words) @@ $holders::tsquery
          limit 1))
and ($representatives::tsquery is null
     or (select true
           from search.person_of_mark as m
          cross join lateral (select words from search.person where person = m.person limit 1) as p
          where m.nro_solicitud = b.nro_solicitud and m.representative and array_to_tsvector(p.words) @@ $representatives::tsquery
          limit 1))
\ir brand-terms.part.sql
