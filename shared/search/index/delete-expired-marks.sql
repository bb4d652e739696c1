-- Deletes the rows of marks that ended before the oldest version that the index keeps.
delete from search.mark where until <= (select min(version) from search.version)
