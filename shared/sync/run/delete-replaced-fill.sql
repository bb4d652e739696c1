-- Deletes the stored fill that a run replaces: of the same editions of its sheets, or of the portal in the fields $accepted,
-- whose loss an operator has accepted.
delete from field_fill
 where source = $source
   and case source
         when 'portal' then field = any ($accepted::text[])
         else (series, edition) in (select f.series, f.edition
                                      from jsonb_to_recordset($fill::jsonb) as f (series text, edition date))
       end
