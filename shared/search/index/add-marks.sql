-- Adds the staged marks that have no current row in the index, and the postings of their words.
with added as (
  insert into search.mark (nro_solicitud, since, name, weight, shares, sound, clases, estado, tipo_signo, fecha_presentacion)
  select s.nro_solicitud, $version::integer, s.name, s.weight, s.shares, s.sound, b.clases, b.estado, b.tipo_signo,
         b.fecha_presentacion
    from staged_name as s
    join brand_to_search as b using (nro_solicitud)
   where s.run_id = $run_id::bigint and s.name <> ''
     and not exists (select from search.mark as m where m.nro_solicitud = s.nro_solicitud and m.until is null)
  returning *
)
insert into search.posting (word, share, nro_solicitud, clases, estado, tipo_signo, fecha_presentacion, since)
select t.word, least(1000, sum(t.share)), a.nro_solicitud, a.clases, a.estado, a.tipo_signo, a.fecha_presentacion,
       a.since
  from added as a
 cross join unnest(string_to_array(a.name, ' '), a.shares) as t (word, share)
 group by t.word, a.nro_solicitud, a.clases, a.estado, a.tipo_signo, a.fecha_presentacion, a.since
