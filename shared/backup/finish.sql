-- Says how a backup ended, and forgets what was long ago.
with forgotten as (
  delete from backup_run where started_at < clock_timestamp() - interval '60 days'
)
update backup_run
   set finished_at = clock_timestamp(),
       taken_at = $taken_at::timestamptz,
       name = $name,
       bytes = $bytes,
       error_message = $error
 where backup_id = $id
