-- Deletes the rows of the listing for classes that a staged mark no longer has.
delete from brand_listing as l
 using staged_mark as m
 where m.run_id = $run_id and m.known and l.nro_solicitud = m.nro_solicitud and l.clase <> 0
   and l.clase <> all (listed_classes(m.clases))
