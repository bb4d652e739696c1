-- Appends a single load entry to the changes feed for a run that begins a new corpus, instead of a change for each mark.
insert into change_set (first_seq, last_seq, run_id, version, applied_at, is_load)
select last_seq + 1, last_seq + 1, $run_id, (select version + 1 from corpus_state),
       greatest(clock_timestamp(), applied_at + interval '1 microsecond'), true
  from change_set
 order by first_seq desc
 limit 1
