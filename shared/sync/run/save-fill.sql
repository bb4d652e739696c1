-- Stores how many records have a value in each field. Adds up the counts of all files of an edition of a sheet, and of all
-- portal runs on a day.
insert into field_fill as stored (source, series, edition, field, records, filled, lost)
select $source, f.series, f.edition, f.field, sum(f.records), sum(f.filled), sum(f.lost)
  from jsonb_to_recordset($fill::jsonb)
    as f (series text, edition date, field text, records integer, filled integer, lost integer)
 group by f.series, f.edition, f.field
on conflict (source, series, edition, field) do update
   set records = stored.records + excluded.records,
       filled = stored.filled + excluded.filled,
       lost = stored.lost + excluded.lost
