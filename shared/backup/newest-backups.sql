-- When the snapshot of the newest finished backup of each kind in a place was taken; by a clock that was wrong, none was.
select r.kind, max(r.taken_at) as "takenAt"
  from backup_run as r
 where r.place = $place
   and r.name is not null
   and r.taken_at <= clock_timestamp()
 group by r.kind
