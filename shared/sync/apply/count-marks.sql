-- Returns the number of marks.
select count(*) as marks from brand
