-- Returns the oldest and the newest version of the corpus in the index, and the creation time of the oldest version. A
-- rebuild of the index changes this time.
select min(version) as oldest, max(version) as newest, min(created_at)::text as began from search.version
