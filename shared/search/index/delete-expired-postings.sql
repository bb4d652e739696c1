-- Deletes the postings that expired with the oldest version of the index, or before.
delete from search.posting where until <= (select min(version) from search.version)
