-- Frees a time of the schedule whose run was interrupted, so that another run can take it.
update sync_run
   set scheduled_for = null
 where source = $source
   and scheduled_for = $scheduled_for
   and (select r.error_code = 'interrupted' and r.trigger <> 'manual'
          from sync_run as r
         -- An equality written as a range, so that the planner reads the newest run from the index by source.
         where r.source between $source and $source and r.sample = $sample and r.input is null
           and r.error_code is distinct from 'already_running'
         order by r.source, r.run_id desc
         limit 1)
