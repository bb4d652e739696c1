-- Records that a run stages rows. A crash of the server deletes this row together with the staged rows, because all these
-- tables are unlogged.
insert into staged_run (run_id) values ($run_id)
