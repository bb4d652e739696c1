-- Returns for each field the number of records, the number of records with a value (`filled`), and the number of lost values.
-- For sheets, the numbers are of the stored edition of each sheet in $series. For the portal, they are sums over the most
-- recent days: only as many days as are needed to reach $records records.
with portal_day as (
  select edition, sum(max(records)) over (order by edition desc) - max(records) as later_records
    from field_fill
   where source = 'portal'
   group by edition
)
select series, field, sum(records) as records, sum(filled) as filled, sum(lost) as lost, max(edition) as edition
  from field_fill as f
 where source = $source
   and (exists (select from sheet as h where h.name = f.series and h.edition = f.edition and f.series = any ($series::text[]))
        or source = 'portal' and edition in (select edition from portal_day where later_records < $records::integer))
 group by series, field
 order by series, field
