-- Returns whether a run begins a new corpus. Two conditions must be true:
-- - the corpus has no marks
-- - the run has staged marks, or has deleted the sample ($ended)
select not exists (select from brand)
       and ($ended::boolean or exists (select from staged_mark where run_id = $run_id)) as "isLoad"
