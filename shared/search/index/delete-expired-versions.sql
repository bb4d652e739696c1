-- Deletes the versions that no pagination needs any more. A pagination may last 24 hours, and reads the version of the first
-- page. The 25th hour allows for sync runs with long transactions.
delete from search.version
 where version < (select max(version) from search.version where created_at < clock_timestamp() - interval '25 hours')
