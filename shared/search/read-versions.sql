select min(version) as oldest, max(version) as newest from search.version
