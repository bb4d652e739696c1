-- A run that did not begin, because another one holds its source.
insert into sync_run (source, trigger, status, sample, finished_at, error_code, error_message)
select $source, $trigger, 'skipped', $sample, clock_timestamp(), 'already_running', $message
returning run_id as "runId"
