-- Frees a slot of the schedule if the newest run of its source was interrupted and was not started manually, so that another
-- run can take the slot.
update sync_run
   set scheduled_for = null
 where source = $source
   and scheduled_for = $scheduled_for
   and (select r.error_code = 'interrupted' and r.trigger <> 'manual'
          from sync_run as r
         -- A range, because with an equality the planner scans all runs instead of the index by source.
         where r.source between $source and $source and r.sample = $sample and r.input is null
           and r.error_code is distinct from 'already_running'
         order by r.source, r.run_id desc
         limit 1)
