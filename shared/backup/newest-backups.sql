-- Returns the snapshot time of the newest finished backup of each kind at a place. A time in the future comes from a wrong
-- clock and does not count.
select r.kind, max(r.taken_at) as "takenAt"
  from backup_run as r
 where r.place = $place
   and r.name is not null
   and r.taken_at <= clock_timestamp()
 group by r.kind
