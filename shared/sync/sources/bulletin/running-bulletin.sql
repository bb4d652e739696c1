-- Returns the bulletin run that is in progress; no row if none is running.
select run_id from sync_run where source = 'bulletin' and status = 'running'
