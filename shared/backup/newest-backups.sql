-- Returns for each kind of backup the snapshot time of the newest finished backup at a place.
-- Ignores a time in the future, because a wrong clock has set it.
select r.kind, max(r.taken_at) as "takenAt"
  from backup_run as r
 where r.place = $place
   and r.name is not null
   and r.taken_at <= clock_timestamp()
 group by r.kind
