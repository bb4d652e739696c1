-- Sets the date of the corpus to the earliest day of all sources. Returns a row if the date changes.
-- The day of a source is the newest date of this run, the successful runs, and the runs that were skipped without an error.
-- Runs on files that an operator named (`input` is set) count only if no run of the source without `input` has a date.
-- For the portal, runs with `input` never count.
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
