-- Counts the new records whose filing date contradicts the order of the application numbers by more than a year.
-- A record is distant if it was filed over a year before the stored mark with the next lower number, or over a year after the
-- stored mark with the next higher number. Checks only the 20,000 new records with the highest application numbers.
with record as (
  select nro_solicitud, (record).fecha_presentacion as day
    from staged_record
   where run_id = $run_id and state = 'new'
   order by nro_solicitud desc
   limit 20000
)
select count(*) as records,
       count(*) filter (where is_distant) as distant,
       (min(nro_solicitud) filter (where is_distant))::text as example
  from (select r.nro_solicitud, coalesce(r.day < lower.day - 366, false) or coalesce(r.day > higher.day + 366, false) as is_distant
          from record as r
          left join lateral (select b.fecha_presentacion as day
                               from brand as b
                              where b.nro_solicitud < r.nro_solicitud
                              order by b.nro_solicitud desc
                              limit 1) as lower on true
          left join lateral (select b.fecha_presentacion as day
                               from brand as b
                              where b.nro_solicitud > r.nro_solicitud
                              order by b.nro_solicitud
                              limit 1) as higher on true
         where lower.day is not null or higher.day is not null) as compared
