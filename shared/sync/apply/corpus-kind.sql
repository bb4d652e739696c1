-- Returns the kind of the corpus: sample or register.
select kind from corpus_state
