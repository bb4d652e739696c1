-- Whether nothing is to be done for a slot: its backup is there, is being made, or was tried just before. What began in
-- the future was begun by a clock that was wrong, and keeps nobody from making a backup.
select exists (
         select
           from backup_run as r
          where r.kind = $kind
            and r.place = $place
            and r.started_at <= clock_timestamp()
            and (r.name is not null and r.started_at >= $slot::timestamptz
                 or r.finished_at is null and r.started_at > $now::timestamptz - $longest::interval
                 or r.error_message is not null and r.started_at > $now::timestamptz - $pause::interval)
       ) as met
