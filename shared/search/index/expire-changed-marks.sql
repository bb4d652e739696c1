-- Sets `until` to $version in the index rows of staged marks that have changed, and in the postings of their words: version
-- $version and later versions do not contain these rows.
with staged as (
  select s.nro_solicitud, s.name, b.estado, b.tipo_signo, b.fecha_presentacion, b.clases
    from staged_name as s
    join brand_to_search as b using (nro_solicitud)
   where s.run_id = $run_id::bigint
), expired as (
  update search.mark as m
     set until = $version::integer
    from staged as s
   where m.nro_solicitud = s.nro_solicitud and m.until is null
     and (m.name, m.clases, m.estado, m.tipo_signo, m.fecha_presentacion)
         is distinct from (s.name, s.clases, s.estado, s.tipo_signo, s.fecha_presentacion)
  returning m.nro_solicitud, m.name, m.shares
), expired_posting as (
  select e.nro_solicitud, t.word, least(1000, sum(t.share)) as share
    from expired as e
   cross join unnest(string_to_array(e.name, ' '), e.shares) as t (word, share)
   group by e.nro_solicitud, t.word
)
update search.posting as p
   set until = $version::integer
  from expired_posting as e
 where p.word = e.word and p.share = e.share and p.nro_solicitud = e.nro_solicitud and p.until is null
