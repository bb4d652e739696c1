-- Adds to the index the staged words of persons that the index does not have yet.
insert into search.person_word (word, sound, deletions)
select word, sound, deletions from staged_person_word where run_id = $run_id::bigint
on conflict (word) do nothing
