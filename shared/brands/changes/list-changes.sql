-- Reads up to $scanned changes after the change $after. Returns the first $count changes that pass the filters, oldest
-- first. The load of a new corpus is a change that passes every filter. Each row also has the numbers of the first
-- and the last change that was read, the time of this last change, and the number of the newest change in the feed.
-- If no change passes, the result is one row with only these values.
with entry as materialized (
  select *
    from (select seq, nro_solicitud, tipo, campos, estado_anterior, estado, nro_registro, tipo_signo, fecha_presentacion,
                 fecha_registro, fecha_vencimiento, clases, personas
            from brand_change
           where seq > $after::bigint
           order by seq
           limit $scanned) as c
   union all
  select *
    from (select first_seq, null::bigint, 'carga'::tipo_cambio, '{}'::text[], null::estado, null::estado, null::text,
                 null::tipo_signo, null::date, null::date, null::date, null::smallint[], null::json
            from change_set
           where is_load and first_seq > $after::bigint
           order by first_seq
           limit $scanned) as l
   order by seq
   limit $scanned
), ends as (
  select min(seq) as first_seq, max(seq) as last_seq from entry
)
select ends.first_seq as "firstScanned", ends.last_seq as "lastScanned",
       (select (extract(epoch from applied_at) * 1000000)::bigint
          from change_set where first_seq <= ends.last_seq order by first_seq desc limit 1) as "lastStamp",
       (select max(last_seq) from change_set) as newest,
       item.*
  from ends
  left join lateral (
         select b.seq, b.nro_solicitud::text as "nroSolicitud", b.tipo, b.campos, b.estado_anterior as "estadoAnterior",
                b.estado, s.run_id::text as run, rfc3339(s.applied_at) as en,
                (extract(epoch from s.applied_at) * 1000000)::bigint as stamp, b.personas
           from entry as b
          cross join lateral (select * from change_set where first_seq <= b.seq order by first_seq desc limit 1) as s
          where b.tipo = 'carga'
             or (true
                 \ir ../brand-filters.part.sql
                )
          order by b.seq
          limit $count
       ) as item on true
