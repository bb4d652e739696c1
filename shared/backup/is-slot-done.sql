-- Returns whether the backup of $slot (the scheduled time) is finished, is being made, or has just failed. It has just
-- failed if it started less than $pause ago. Ignores starts in the future, because a wrong clock has set them.
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
