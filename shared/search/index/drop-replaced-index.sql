-- Drops the tables of the old index, which the last rebuild replaced.
select drop_past_search()
