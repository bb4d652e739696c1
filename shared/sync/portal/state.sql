-- Where a run of the portal begins: behind what it was asked for, and behind what the sheets have brought. `$anew`: what is
-- known is of the made-up office, and goes with it.
select case when $anew::boolean then '0'
            else greatest(s.newest, (select max(nro_solicitud) from sheet_mark))::text end as newest,
       s.closed_on is not distinct from chilean_day(clock_timestamp()) and not $anew as closed,
       not $anew and exists (select from sheet_mark) as "hasSheets"
  from portal_state as s
