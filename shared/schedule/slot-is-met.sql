-- Whether nothing is to be done for a slot of a source (any more). Either a run of it is under way; or one on the source
-- itself began at or after the slot, by the clock of the database, or is for the slot, whose process may have another
-- clock; or the bulletin's edition of that day is in. A run that was skipped because another one held the source met
-- nothing, nor did one on files that somebody has named, or on the made-up office where that is not the source.
select exists (select
                 from sync_run as r
                 join sync_run_told as t using (run_id)
                where r.source = $source::source and r.status = 'running' and t.status = 'running')
       or coalesce((select r.started_at >= $slot::timestamptz
                      from sync_run as r
                     -- Equal, as a range: its order is that of the index by source, and nothing leads through all runs.
                     where r.source between $source and $source and r.sample = $sample::boolean and r.input is null
                       and not (r.status = 'skipped' and r.error_code is not null)
                     order by r.source, r.run_id desc
                     limit 1), false)
       or exists (select from sync_run where source = $source and scheduled_for = $slot)
       or exists (select
                    from bulletin_edition, corpus_state
                   where day = $edition::date and taken_at is not null and (kind = 'sample') = $sample) as met
