-- What is staged: rows of sheets, marks that differ, entries of the bulletin that do.
select (select count(*) from staged_row where run_id = $run_id) as rows,
       (select count(*) from staged_mark where run_id = $run_id) as marks,
       (select count(*) from staged_entry where run_id = $run_id) as entries
