-- Deletes the postings that ended before the oldest version that the index keeps.
delete from search.posting where until <= (select min(version) from search.version)
