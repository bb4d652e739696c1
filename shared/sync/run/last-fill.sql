-- Returns how many records have a value in each field. For sheets, counts the stored editions of the sheets named in $series.
-- For the portal, counts the last days that together have at least $records records.
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
