-- Returns whether a run begins a new corpus: the corpus has no marks, and the run has staged marks or has deleted the
-- sample.
select not exists (select from brand)
       and ($ended::boolean or exists (select from staged_mark where run_id = $run_id)) as "isLoad"
