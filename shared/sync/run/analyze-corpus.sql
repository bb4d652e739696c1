-- Updates the planner's statistics of the corpus.
select analyze_corpus()
