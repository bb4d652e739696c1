-- Deletes what runs that are over have staged, and what the run $compared_run_id has staged by comparing (null: no run).
with running as (select run_id from sync_run where status = 'running'),
     runs as (delete from staged_run where run_id not in (table running)),
     rows_read as (delete from staged_row where run_id not in (table running)),
     entries_read as (delete from staged_entry where run_id not in (table running)),
     marks as (
       delete from staged_mark where run_id not in (table running) or run_id = $compared_run_id::bigint
     ),
     names as (
       delete from staged_name where run_id not in (table running) or run_id = $compared_run_id::bigint
     )
delete from staged_word where run_id not in (table running) or run_id = $compared_run_id::bigint
