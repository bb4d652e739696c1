-- Returns the running run of the bulletin.
select run_id from sync_run where source = 'bulletin' and status = 'running'
