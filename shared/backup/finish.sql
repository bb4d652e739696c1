-- Records the end of a backup, and deletes records older than 60 days.
with deleted as (
  delete from backup_run where started_at < clock_timestamp() - interval '60 days'
)
update backup_run
   set finished_at = clock_timestamp(),
       taken_at = $taken_at::timestamptz,
       name = $name,
       bytes = $bytes,
       error_message = $error
 where backup_id = $id
