-- Returns whether a slot of a source is done, so that it needs no run. A slot is done in each of these cases:
-- - A run of the source is in progress.
-- - The edition $edition of the bulletin was read.
-- - A run began at or after the slot, and need not be retried. Two kinds of runs do not count: runs on files that an operator
--   named, and runs on the sample if the slot is for the real source, or the reverse.
with newest_run as (
  select run_id, started_at,
         trigger <> 'manual' and (status = 'running' or error_code = 'interrupted') as interrupted
    from sync_run
   where source between $source and $source and sample = $sample::boolean and input is null
     and error_code is distinct from 'already_running'
   order by source, run_id desc
   limit 3
), retry as (
  -- An interrupted scheduled run (stopped, or without a heartbeat) is retried, unless the three newest runs all began since
  -- the slot and were interrupted: in this case, the run itself probably crashes the process. A run that an operator started
  -- is not retried.
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
          -- The newest run began at or after the slot by the clock of the database, or a run has this slot as its scheduled time:
          -- the clock of the process that started it may differ from the clock of the database.
          and (coalesce((select r.started_at >= $slot::timestamptz
                           from sync_run as r
                          -- A range, because with an equality the planner scans all runs instead of the index by source.
                          where r.source between $source and $source and r.sample = $sample::boolean and r.input is null
                            -- A run that was skipped because another run had the lease of the source has an error.
                            and not (r.status = 'skipped' and r.error_code is not null)
                          order by r.source, r.run_id desc
                          limit 1), false)
               or exists (select from sync_run where source = $source and scheduled_for = $slot)) as done
  from retry
