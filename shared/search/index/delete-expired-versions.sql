-- Deletes the versions that no pagination needs any more. A pagination may last a day, and reads the version that was the
-- newest when the pagination began. The 25th hour allows for a run that takes long to commit, and for a page that is being
-- read.
delete from search.version
 where version < (select max(version) from search.version where created_at < clock_timestamp() - interval '25 hours')
