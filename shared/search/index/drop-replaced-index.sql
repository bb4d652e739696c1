-- Drops the tables of the old index that the last rebuild replaced.
select drop_past_search()
