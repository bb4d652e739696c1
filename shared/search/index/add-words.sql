insert into search.word (word, sound, deletions)
select word, sound, deletions from staged_word where run_id = $run_id::bigint
on conflict (word) do nothing
