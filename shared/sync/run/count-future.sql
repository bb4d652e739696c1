-- Records that are said to have been filed, published or registered on a day that is still to come, and those of which new
-- entries tell of such a day; with one of them to look at.
select count(distinct found.number) as future, min(found.number::text || ' on ' || found.day) as example,
       md5(string_agg(distinct found.number::text || found.day, ' ')) as fingerprint
  from (select m.nro_solicitud as number, greatest(m.fecha_presentacion, m.fecha_publicacion, m.fecha_registro) as day
          from staged_mark as m
         where m.run_id = $run_id and m.dicho_estado is not null and not m.outdated
         union all
        select e.nro_solicitud, e.fecha
          from staged_entry as e
         where e.run_id = $run_id and not e.known) as found
 where found.day > chilean_day(clock_timestamp())
