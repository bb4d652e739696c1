-- Creates the database indexes on the tables of the new search index, and replaces the present search index by the new one.
select finish_search_build($rules)
