-- Deletes the rows of marks that ended before the oldest version in the index.
delete from search.mark where until <= (select min(version) from search.version)
