-- Builds the indexes of the new tables, and puts these in the place of the present ones.
select finish_search_build($rules)
