-- How many brands of a class and a status were filed on each day.
select fecha_presentacion as day, count(*) as marks
  from brand_listing
 where clase = $clase::smallint and estado = $estado::estado
 group by fecha_presentacion
 order by fecha_presentacion
