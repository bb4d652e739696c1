-- Returns the kind of the corpus and locks the row, so that no other transaction changes it before this one ends.
select kind from corpus_state for share
