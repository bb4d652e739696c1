-- Returns one empty row if the database answers.
select
