-- A walk that began a day ago is in the newest version of then: what is older is not needed any more. The hour is for
-- a run that took long to commit, and for the page that is being read.
delete from search.version
 where version < (select max(version) from search.version where created_at < clock_timestamp() - interval '25 hours')
