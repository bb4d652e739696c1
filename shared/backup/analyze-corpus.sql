-- Updates the statistics of the planner.
select analyze_corpus()
