-- Records the start of a backup and returns its id. Returns no row if the backup of the slot is finished, or if another
-- process is making it. A backup that started more than $longest ago and has no end does not count, because its process
-- was killed. A start in the future does not count either, because a wrong clock has set it.
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
