-- Restricts rows of search.mark or search.posting, named entry, to one version of the corpus and to the filters. Bit n of
-- clases is set for class n.
and entry.since <= $version::integer and (entry.until is null or entry.until > $version::integer)
and ($clase::integer is null or entry.clases & (1::bigint << $clase::integer) <> 0)
and ($estado::estado is null or entry.estado = $estado::estado)
and ($tipo_signo::tipo_signo is null or entry.tipo_signo = $tipo_signo::tipo_signo)
and entry.fecha_presentacion between coalesce($fecha_desde::date, '-infinity') and coalesce($fecha_hasta::date, 'infinity')
