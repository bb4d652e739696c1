-- Adds those staged words of persons to the index that it lacks.
insert into search.person_word (word, sound, deletions)
select word, sound, deletions from staged_person_word where run_id = $run_id::bigint
on conflict (word) do nothing
