-- Returns the sessions that hold a lock, and how.
select a.application_name as "applicationName", l.mode
  from pg_locks as l
  join pg_stat_activity as a using (pid)
 where l.locktype = 'advisory'
   and l.granted
   and l.objsubid = 1
   and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended($lock, 0)
