-- Records the start of a backup and returns its id. Returns no row if the backup of $slot (the scheduled time) is finished
-- or is being made. Ignores unfinished backups that started more than $longest ago, because their processes were killed.
-- Ignores starts in the future, because a wrong clock has set them.
insert into backup_run (kind, place)
select $kind, $place
 where $slot::timestamptz is null
    or not exists (
         select
           from backup_run as r
          where r.kind = $kind
            and r.place = $place
            and r.started_at <= clock_timestamp()
            and (r.name is not null and r.started_at >= $slot::timestamptz
                 or r.finished_at is null and r.started_at > clock_timestamp() - $longest::interval)
       )
returning backup_id as "id"
