-- Adds to the index the staged words that the index does not have yet.
insert into search.word (word, since, sound, deletions)
select word, $version::integer, sound, deletions from staged_word where run_id = $run_id::bigint
on conflict (word) do nothing
