-- Deletes stored fill (the number of records with a value in each field) that a run replaces. For sheets, deletes the fill of
-- the same editions. For the portal, deletes the fill of the fields in $accepted, whose loss an operator has accepted.
delete from field_fill
 where source = $source
   and case source
         when 'portal' then field = any ($accepted::text[])
         else (series, edition) in (select f.series, f.edition
                                      from jsonb_to_recordset($fill::jsonb) as f (series text, edition date))
       end
