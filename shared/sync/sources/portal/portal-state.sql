-- Returns the state from which a portal run starts. `newest` is the highest application number that was requested or is in a
-- sheet. A number in a sheet is ignored as a typing error if it is more than 100,000 above the 20th highest number in
-- the sheets. `closedFor` is the error that blocks requests today. If $replaces_sample is true, the run replaces the
-- sample corpus: `newest` is 0, and `hasSheets` is false.
select case when $replaces_sample::boolean then '0'
            else greatest(s.newest, (select max(m.nro_solicitud)
                                       from sheet_mark as m
                                      where m.nro_solicitud <= coalesce((select near.nro_solicitud + 100000
                                                                           from sheet_mark as near
                                                                          order by near.nro_solicitud desc
                                                                         offset 19 limit 1), m.nro_solicitud)))::text
       end as newest,
       chilean_day(clock_timestamp()) as today,
       case when s.closed_on = chilean_day(clock_timestamp()) then s.closed_for end as "closedFor",
       not $replaces_sample and exists (select from sheet_mark) as "hasSheets"
  from portal_state as s
