-- Returns whether the corpus is a sample, and the number of runs that were applied to it.
select kind, applied from corpus_state
