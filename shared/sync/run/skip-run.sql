-- A run that did not begin, because another one holds its source: which one, as far as it is still there.
insert into sync_run (source, trigger, status, sample, finished_at, error_code, error_message)
select $source::source, $trigger, 'skipped', $sample, clock_timestamp(), 'already_running',
       coalesce((select format('Run %s of %s is under way since %s', run_id, source, rfc3339(started_at))
                   from sync_run
                  where source = $source::source and status = 'running'),
                'Another run was under way') || '; one that is not heard of for 60 s is given up.'
returning run_id::text as id, error_code as code, error_message as message
