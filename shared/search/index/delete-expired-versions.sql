-- Deletes the versions that no pagination needs: a pagination that began a day ago reads the newest version of that time. The
-- additional hour covers a run that takes long to commit, and the page that is being read.
delete from search.version
 where version < (select max(version) from search.version where created_at < clock_timestamp() - interval '25 hours')
