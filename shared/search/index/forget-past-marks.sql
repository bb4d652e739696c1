delete from search.mark where until <= (select min(version) from search.version)
