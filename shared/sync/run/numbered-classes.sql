-- Returns the number of new and changed records of a run that have 2 to 44 classes (`records`). `suspects` counts only records
-- with the classes 1, 2, 3 and so on.
select count(*) as records, count(*) filter (where (clases -> -1 ->> 'clase')::integer = jsonb_array_length(clases)) as suspects
  from staged_record
 cross join lateral (select (record).clases) as r
 where run_id = $run_id and state in ('new', 'changed') and jsonb_array_length(clases) between 2 and 44
