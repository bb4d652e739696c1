delete from search.posting where until <= (select min(version) from search.version)
