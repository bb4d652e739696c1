-- New or changed marks that are said to have been filed, published or registered on a day that is still to come, and
-- entries of such a day; with one of them to look at.
select count(*) as future, min(example) as example
  from (select m.nro_solicitud::text || ' on ' || greatest(m.fecha_presentacion, m.fecha_publicacion, m.fecha_registro) as example
          from staged_mark as m
         where m.run_id = $run_id and m.dicho_estado is not null and not m.outdated
           and greatest(m.fecha_presentacion, m.fecha_publicacion, m.fecha_registro) > chilean_day(clock_timestamp())
         union all
        select e.nro_solicitud::text || ' on ' || e.fecha
          from staged_entry as e
         where e.run_id = $run_id and e.fecha > chilean_day(clock_timestamp())) as found
