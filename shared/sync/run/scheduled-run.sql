-- Returns the run of a source for a slot of its schedule.
select run_id::text as id from sync_run where source = $source and scheduled_for = $scheduled_for
