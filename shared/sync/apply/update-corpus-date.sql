-- Sets the date of the corpus to the last day up to which every source was read. Returns a row if the date changes. Uses the
-- dates of this run, of the successful runs, and of the runs that were skipped without an error.
-- A run on files that an operator named counts only if no run has read the source itself. For the portal, such a
-- run never counts.
with newest as (
  select coalesce(max(run.day) filter (where r.input is null),
                  max(run.day) filter (where r.input is not null and r.source <> 'portal')) as day
    from sync_run as r
   cross join lateral (
           select case when r.run_id = $run_id then $source_date::date else r.source_date end as day
         ) as run
   where r.run_id = $run_id or r.status = 'succeeded' or (r.status = 'skipped' and r.error_code is null)
   group by r.source
)
update corpus_state as c
   set corpus_date = oldest.day
  from (select min(day) as day from newest) as oldest
 where c.corpus_date is distinct from oldest.day
returning c.corpus_date
