-- Deletes the postings that ended before the oldest version in the index.
delete from search.posting where until <= (select min(version) from search.version)
