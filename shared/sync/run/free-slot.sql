-- Frees a time of the schedule whose run, or one that belonged to it, was interrupted: another run may be for it then.
update sync_run
   set scheduled_for = null
 where source = $source
   and scheduled_for = $scheduled_for
   and (select r.error_code = 'interrupted' and r.trigger <> 'manual'
          from sync_run as r
         -- Equal, as a range, so that the index by source leads to the newest one.
         where r.source between $source and $source and r.sample = $sample and r.input is null
           and r.error_code is distinct from 'already_running'
         order by r.source, r.run_id desc
         limit 1)
