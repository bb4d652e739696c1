-- Returns the version of the rules by which the index was built; no row if it was never built.
select version from search.rules
