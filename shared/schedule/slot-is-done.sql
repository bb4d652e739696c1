-- Returns whether a slot of a source is done. A slot is a time at which a run should begin. It is done in these cases:
-- - A run of the source is in progress.
-- - The edition of the slot ($edition, only for the bulletin) was read.
-- - No retry is due, and the last run began at or after the slot. Runs with input files from an operator do not count.
-- - No retry is due, and a run was scheduled for the slot. The start time of this run is ignored, because the clocks of
--   the scheduler and the database may differ.
with newest_run as (
  select run_id, started_at,
         trigger <> 'manual' and (status = 'running' or error_code = 'interrupted') as interrupted
    from sync_run
   -- With an equality instead of this range, the planner does not use the index by source. The same holds below.
   where source between $source and $source and sample = $sample::boolean and input is null
     and error_code is distinct from 'already_running'
   order by source, run_id desc
   limit 3
), retry as (
  -- After three interrupted runs since the slot, there is no retry: the run itself probably crashes the process.
  select coalesce((array_agg(interrupted order by run_id desc))[1], false)
         and count(*) filter (where interrupted and started_at >= $slot::timestamptz) < 3 as is_due
    from newest_run
)
select exists (select
                 from sync_run as r
                 join reported_run as t using (run_id)
                where r.source = $source::source and r.status = 'running' and t.status = 'running')
       or exists (select
                    from bulletin_edition, corpus_state
                   where day = $edition::date and taken_at is not null and (kind = 'sample') = $sample)
       or not is_due
          and (coalesce((select r.started_at >= $slot::timestamptz
                           from sync_run as r
                          where r.source between $source and $source and r.sample = $sample::boolean and r.input is null
                            -- Excludes runs that were skipped because of another run.
                            and not (r.status = 'skipped' and r.error_code is not null)
                          order by r.source, r.run_id desc
                          limit 1), false)
               or exists (select from sync_run where source = $source and scheduled_for = $slot)) as done
  from retry
