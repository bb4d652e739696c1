-- Counts the applications out of order: filed more than 31 days earlier than the application with the previous number. Returns the
-- number of checked applications (`pairs`), the count (`falls`), and an example. Checks only the 20,000 staged rows with
-- the highest application numbers.
select count(*) as pairs, count(*) filter (where is_fall) as falls, (min(nro_solicitud) filter (where is_fall))::text as example
  from (select nro_solicitud,
               fecha_presentacion < lag(fecha_presentacion) over (order by nro_solicitud) - 31 as is_fall
          from (select nro_solicitud, min(fecha_presentacion) as fecha_presentacion
                  from (select nro_solicitud, fecha_presentacion
                          from staged_row
                         where run_id = $run_id and not rejected
                         order by nro_solicitud desc
                         limit 20000) as newest
                 group by nro_solicitud) as application) as compared
