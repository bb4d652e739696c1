-- Deletes staged marks of which the corpus has a newer edition: they were staged to be counted.
delete from staged_mark where run_id = $run_id and outdated
