-- Marks a run as staging; a crash of the server deletes this row together with the staged rows.
insert into staged_run (run_id) values ($run_id)
