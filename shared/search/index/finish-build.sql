-- Creates the indexes on the tables of the new search index, and replaces the present search index by it.
select finish_search_build($rules)
