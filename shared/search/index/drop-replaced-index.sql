-- Drops the tables of the index that the last build replaced.
select drop_past_search()
