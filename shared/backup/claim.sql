-- Begins a backup of a kind for a place, unless that of the slot is there or another process is making it. One that was not heard of
-- for so long was killed; one that began in the future, by a clock that was wrong, does not count.
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
