-- Marks of which a newer edition has told already: they were staged to be counted.
delete from staged_mark where run_id = $run_id and outdated
