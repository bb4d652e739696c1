-- Returns whether a slot needs no backup now: its backup is finished, is being made, or failed less than $pause ago. A
-- start in the future does not count, because a wrong clock has set it.
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
