-- Sets the date of the corpus to the last day up to which every source was read, and returns a row if the date changes. Uses
-- the dates of this run and of the earlier runs that compared the corpus with their source (the runs that freshness.sql uses).
-- The dates of runs on files that an operator named are used only if no run has read the source itself, and never for the
-- portal.
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
