-- Returns how many new and changed records of a run have between 2 and 44 classes, and how many of these have exactly the
-- classes 1, 2, 3 and so on. Such classes may be positions in a list that were read as classes.
select count(*) as records, count(*) filter (where (clases -> -1 ->> 'clase')::integer = jsonb_array_length(clases)) as suspects
  from staged_record
 cross join lateral (select (record).clases) as r
 where run_id = $run_id and state in ('new', 'changed') and jsonb_array_length(clases) between 2 and 44
