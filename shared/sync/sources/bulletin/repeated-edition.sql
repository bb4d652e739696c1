-- Returns the first other day, at most ten days from $day, whose stored edition repeats the staged edition. A stored edition is
-- a repetition if the files are equal, or if it contains at least 90 % of the staged entries (at least three entries).
with staged as (
  select row_number, nro_solicitud, tipo, descripcion, resolucion, count(*) over () as entries
    from staged_entry
   where run_id = $run_id
), near as (
  select day from bulletin_edition where day <> $day::date and day between $day::date - 10 and $day::date + 10
)
select day
  from bulletin_edition
  join near using (day)
 where sha256 = $sha256
 union all
(select a.fecha
   from staged as e
   join brand_annotation as a
     on (a.nro_solicitud, a.tipo, a.descripcion) = (e.nro_solicitud, e.tipo, e.descripcion)
    and a.resolucion is not distinct from e.resolucion
   join near on near.day = a.fecha
  group by a.fecha, e.entries
 having count(distinct e.row_number) >= greatest(3, e.entries * 0.9))
 order by day
 limit 1
