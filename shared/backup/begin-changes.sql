-- Inserts the first entry of the changes feed of a restored corpus: one load that covers all marks. Inserts nothing if the
-- corpus has no marks.
insert into change_set (first_seq, last_seq, version, applied_at, is_load)
select 1, 1, version, clock_timestamp(), true from corpus_state where exists (select from brand)
