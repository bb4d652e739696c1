-- Deletes the words of persons that a run has staged.
delete from staged_person_word where run_id = $run_id::bigint
