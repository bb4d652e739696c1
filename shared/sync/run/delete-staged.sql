-- Deletes the staged rows of runs that have ended, and the staged differences of the run $compared_run_id (null: of none).
with running as (select run_id from sync_run where status = 'running'),
     deleted_runs as (delete from staged_run where run_id not in (table running)),
     deleted_rows as (delete from staged_row where run_id not in (table running)),
     deleted_entries as (delete from staged_entry where run_id not in (table running)),
     deleted_marks as (
       delete from staged_mark where run_id not in (table running) or run_id = $compared_run_id::bigint
     ),
     deleted_names as (
       delete from staged_name where run_id not in (table running) or run_id = $compared_run_id::bigint
     )
delete from staged_word where run_id not in (table running) or run_id = $compared_run_id::bigint
