-- Returns whether the scheduled time $slot needs no new backup now. `done` is true in three cases:
-- - a backup that started at or after $slot is finished
-- - an unfinished backup started less than $longest ago
-- - a failed backup started less than $pause ago
-- Ignores starts in the future, because they come from a wrong clock.
select exists (
         select
           from backup_run as r
          where r.kind = $kind
            and r.place = $place
            and r.started_at <= clock_timestamp()
            and (r.name is not null and r.started_at >= $slot::timestamptz
                 or r.finished_at is null and r.started_at > $now::timestamptz - $longest::interval
                 or r.error_message is not null and r.started_at > $now::timestamptz - $pause::interval)
       ) as done
