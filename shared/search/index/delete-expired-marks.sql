-- Deletes the rows of marks that no version in the index contains any more.
delete from search.mark where until <= (select min(version) from search.version)
