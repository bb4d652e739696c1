-- Deletes the words, staged by a run, of the names of persons.
delete from staged_person_word where run_id = $run_id::bigint
