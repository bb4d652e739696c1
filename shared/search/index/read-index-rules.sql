-- Returns the version of the rules that the index was built with; no row if it was never built.
select version from search.rules
