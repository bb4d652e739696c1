-- Deletes the staged words of persons.
delete from staged_person_word where run_id = $run_id::bigint
