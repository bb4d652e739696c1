-- Creates the empty tables of the next index, in the schema search_next.
select begin_search_build()
