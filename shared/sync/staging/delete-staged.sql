-- Deletes the staged rows of runs that have ended.
with running as (select run_id from sync_run where status = 'running'),
     deleted_runs as (delete from staged_run where run_id not in (table running)),
     deleted_rows as (delete from staged_row where run_id not in (table running)),
     deleted_entries as (delete from staged_entry where run_id not in (table running)),
     deleted_records as (delete from staged_record where run_id not in (table running)),
     deleted_marks as (delete from staged_mark where run_id not in (table running)),
     deleted_names as (delete from staged_name where run_id not in (table running))
delete from staged_word where run_id not in (table running)
