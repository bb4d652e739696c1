-- Deletes the postings that no version in the index contains any more.
delete from search.posting where until <= (select min(version) from search.version)
