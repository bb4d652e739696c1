-- Records the start of a backup and returns its id, unless the backup of the slot is finished or another process is making
-- it. A process without an end after `longest` was killed; a start time in the future comes from a wrong clock.
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
