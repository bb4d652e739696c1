-- Updates the planner's statistics of the staged rows.
select analyze_staged()
