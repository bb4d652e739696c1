-- Returns the application names of the sessions that hold an advisory lock, and the mode in which each holds it.
select a.application_name as "applicationName", l.mode
  from pg_locks as l
  join pg_stat_activity as a using (pid)
 where l.locktype = 'advisory'
   and l.granted
   and l.objsubid = 1
   and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended($lock, 0)
