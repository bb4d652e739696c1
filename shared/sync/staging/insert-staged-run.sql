-- Records that a run stages rows. A crash of the server deletes this row and the staged rows (unlogged tables).
insert into staged_run (run_id) values ($run_id)
