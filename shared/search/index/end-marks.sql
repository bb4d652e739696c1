-- Ends what the index holds of marks that are not so any more, and of their words.
with told as (
  select s.nro_solicitud, s.name, b.estado, b.tipo_signo, b.fecha_presentacion, b.clases
    from staged_name as s
    join brand_to_search as b using (nro_solicitud)
   where s.run_id = $run_id::bigint
), ended as (
  update search.mark as m
     set until = $version::integer
    from told as t
   where m.nro_solicitud = t.nro_solicitud and m.until is null
     and (m.name, m.clases, m.estado, m.tipo_signo, m.fecha_presentacion)
         is distinct from (t.name, t.clases, t.estado, t.tipo_signo, t.fecha_presentacion)
  returning m.nro_solicitud, m.name, m.shares
), word as (
  select e.nro_solicitud, t.word, least(1000, sum(t.share)) as share
    from ended as e
   cross join unnest(string_to_array(e.name, ' '), e.shares) as t (word, share)
   group by e.nro_solicitud, t.word
)
update search.posting as p
   set until = $version::integer
  from word as w
 where p.word = w.word and p.share = w.share and p.nro_solicitud = w.nro_solicitud and p.until is null
