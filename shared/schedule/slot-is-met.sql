-- Whether nothing is to be done for a slot of a source (any more). Either a run of it is under way; or one began at or
-- after the slot, by the clock of the database, or is for the slot, whose process may have another clock; or the
-- bulletin's edition of that day is in. A run that was skipped because another one held the source met nothing.
select coalesce((select started_at >= $slot::timestamptz or status = 'running'
                   from sync_run_told
                  -- Equal, as a range: its order is that of the index by source, and nothing leads through all runs.
                  where source between $source::source and $source::source
                    and not (status = 'skipped' and error_code is not null)
                  order by source, run_id desc
                  limit 1), false)
       or exists (select from sync_run where source = $source::source and scheduled_for = $slot::timestamptz)
       or exists (select from bulletin_edition where day = $edition::date and taken_at is not null) as met
