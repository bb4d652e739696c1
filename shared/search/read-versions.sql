-- Returns the oldest and the newest version of the corpus that the index holds, and when the oldest began: after a rebuild
-- this is later than before.
select min(version) as oldest, max(version) as newest, min(created_at)::text as began from search.version
