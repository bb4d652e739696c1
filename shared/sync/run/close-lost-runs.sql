-- Closes runs as interrupted if their process has ended (their lease owners are in $gone), or if their last heartbeat is
-- older than 60 s.
update sync_run
   set status = 'failed',
       finished_at = least(heartbeat_at + interval '60 seconds', clock_timestamp()),
       error_code = 'interrupted',
       error_message = interruption(),
       lease_owner = null
 where status = 'running'
   and (heartbeat_at < clock_timestamp() - interval '60 seconds' or lease_owner = any($gone::text[]))
