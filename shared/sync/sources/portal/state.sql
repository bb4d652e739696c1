-- Where a run of the portal begins: behind what it was asked for, and behind what the sheets have brought, but for numbers
-- far beyond all others, which are mistakes. `$anew`: what is known is of the made-up office, and goes with it.
select case when $anew::boolean then '0'
            else greatest(s.newest, (select max(m.nro_solicitud)
                                       from sheet_mark as m
                                      where m.nro_solicitud <= coalesce((select near.nro_solicitud + 100000
                                                                           from sheet_mark as near
                                                                          order by near.nro_solicitud desc
                                                                         offset 19 limit 1), m.nro_solicitud)))::text
       end as newest,
       chilean_day(clock_timestamp()) as today,
       case when s.closed_on = chilean_day(clock_timestamp()) then s.closed_for end as "closedFor",
       not $anew and exists (select from sheet_mark) as "hasSheets"
  from portal_state as s
