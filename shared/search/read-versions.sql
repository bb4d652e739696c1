-- Returns the oldest and the newest version of the corpus that the index holds.
select min(version) as oldest, max(version) as newest from search.version
