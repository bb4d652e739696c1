-- Returns whether the corpus is a sample or the register.
select kind from corpus_state
