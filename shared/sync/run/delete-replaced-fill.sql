-- Deletes the stored fill of fields that a run replaces. Sheets: the fill of the same editions. Portal: the fill of fields
-- $accepted, the loss of which an operator has accepted.
delete from field_fill
 where source = $source
   and case source
         when 'portal' then field = any ($accepted::text[])
         else (series, edition) in (select f.series, f.edition
                                      from jsonb_to_recordset($fill::jsonb) as f (series text, edition date))
       end
