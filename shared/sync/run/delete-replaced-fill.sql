-- Deletes the stored fill that a run replaces. Fill is the number of records with a value in each field. For sheets, deletes
-- the fill of the same editions. For the portal, deletes the fill of fields whose loss an operator has accepted ($accepted).
delete from field_fill
 where source = $source
   and case source
         when 'portal' then field = any ($accepted::text[])
         else (series, edition) in (select f.series, f.edition
                                      from jsonb_to_recordset($fill::jsonb) as f (series text, edition date))
       end
