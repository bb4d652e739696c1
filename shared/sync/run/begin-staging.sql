-- Marks that a run has begun to stage; the row disappears with the staged rows when the server crashes.
insert into staged_run (run_id) values ($run_id)
