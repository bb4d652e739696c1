-- Deletes the postings that no stored version of the index contains.
delete from search.posting where until <= (select min(version) from search.version)
