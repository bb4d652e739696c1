-- Returns a range of days around $day in which about twice $half brands of class $clase and status $estado were filed.
select (select min(day)
          from (select fecha_presentacion as day from brand_listing
                 where clase = $clase::smallint and estado = $estado::estado and fecha_presentacion <= $day::date
                 order by fecha_presentacion desc limit $half::integer) as before) as "fechaDesde",
       (select max(day)
          from (select fecha_presentacion as day from brand_listing
                 where clase = $clase::smallint and estado = $estado::estado and fecha_presentacion >= $day::date
                 order by fecha_presentacion limit $half::integer) as after) as "fechaHasta"
