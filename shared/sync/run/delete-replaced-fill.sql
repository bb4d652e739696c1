-- Deletes the rows of field_fill (numbers of values in each field) that a run replaces: for sheets, the rows of the editions in
-- $fill; for the portal, the rows of the fields in $accepted. An operator has accepted the loss of values in these fields.
delete from field_fill
 where source = $source
   and case source
         when 'portal' then field = any ($accepted::text[])
         else (series, edition) in (select f.series, f.edition
                                      from jsonb_to_recordset($fill::jsonb) as f (series text, edition date))
       end
