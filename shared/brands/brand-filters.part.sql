-- Restricts rows of brand, named b, to the filters. A class of -1 passes marks whose classes are not known.
and ($clase::smallint[] is null or listed_classes(b.clases) && $clase::smallint[])
and ($estado::estado[] is null or b.estado = any ($estado::estado[]))
and ($tipo_signo::tipo_signo[] is null or b.tipo_signo = any ($tipo_signo::tipo_signo[]))
and b.fecha_presentacion between coalesce($fecha_desde::date, '-infinity') and coalesce($fecha_hasta::date, 'infinity')
and ($numeros::bigint[] is null or b.nro_solicitud = any ($numeros::bigint[]))
\ir brand-terms.part.sql
