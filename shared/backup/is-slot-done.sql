-- Returns whether a slot needs no backup now: its backup is finished, is being made, or failed just before. A start time in
-- the future comes from a wrong clock and does not count.
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
