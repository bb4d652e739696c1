-- When the snapshot of the newest finished backup of each kind was taken.
select r.kind, max(r.taken_at) as "takenAt"
  from backup_run as r
 where r.name is not null
 group by r.kind
