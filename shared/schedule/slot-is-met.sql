-- Whether nothing is to be done for a slot of a source (any more). Either a run of it is under way; or one on the source
-- itself began at or after the slot, by the clock of the database, or is for the slot, whose process may have another
-- clock; or the bulletin's edition of that day is in. A run that was skipped because another one held the source met
-- nothing, nor did one on files that somebody has named, or on the made-up office where that is not the source. Where the
-- newest one was interrupted (stopped, or not heard of any more), it is taken over, unless the three newest all were since
-- the slot: what stops a run each time may be the run itself. An operator who stops one of his own has his reason.
with newest as (
  select run_id, started_at,
         trigger <> 'manual' and (status = 'running' or error_code = 'interrupted') as interrupted
    from sync_run
   where source between $source and $source and sample = $sample::boolean and input is null
     and error_code is distinct from 'already_running'
   order by source, run_id desc
   limit 3
), taken_over as (
  select coalesce((array_agg(interrupted order by run_id desc))[1], false)
         and count(*) filter (where interrupted and started_at >= $slot::timestamptz) < 3 as is_due
    from newest
)
select exists (select
                 from sync_run as r
                 join sync_run_told as t using (run_id)
                where r.source = $source::source and r.status = 'running' and t.status = 'running')
       or exists (select
                    from bulletin_edition, corpus_state
                   where day = $edition::date and taken_at is not null and (kind = 'sample') = $sample)
       or not is_due
          and (coalesce((select r.started_at >= $slot::timestamptz
                           from sync_run as r
                          -- Equal, as a range: its order is that of the index by source, and nothing leads through all runs.
                          where r.source between $source and $source and r.sample = $sample::boolean and r.input is null
                            and not (r.status = 'skipped' and r.error_code is not null)
                          order by r.source, r.run_id desc
                          limit 1), false)
               or exists (select from sync_run where source = $source and scheduled_for = $slot)) as met
  from taken_over
