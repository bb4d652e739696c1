-- Removes the scheduled time from the run that has it, so that another run can start for this time. Does so only if
-- the newest run of the source was interrupted and was not started manually.
update sync_run
   set scheduled_for = null
 where source = $source
   and scheduled_for = $scheduled_for
   and (select r.error_code = 'interrupted' and r.trigger <> 'manual'
          from sync_run as r
         -- `between`, because with `=` the planner does not use the index by source.
         where r.source between $source and $source and r.sample = $sample and r.input is null
           and r.error_code is distinct from 'already_running'
         order by r.source, r.run_id desc
         limit 1)
