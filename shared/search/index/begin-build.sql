-- Creates the empty tables of a new index in the schema search_next.
select begin_search_build()
