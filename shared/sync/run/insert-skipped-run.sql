-- Inserts a skipped run, and returns the id and the error: another run of the source is running.
insert into sync_run (source, trigger, status, sample, finished_at, error_code, error_message)
select $source::source, $trigger, 'skipped', $sample, clock_timestamp(), 'already_running',
       coalesce((select format('Run %s of %s has been running since %s', run_id, source, rfc3339(started_at))
                   from sync_run
                  where source = $source::source and status = 'running'),
                'Another run was running') || '; a run without a heartbeat for 60 s is closed.'
returning run_id::text as id, error_code as code, error_message as message
