-- Returns the bulletin run that is in progress; no row without one.
select run_id from sync_run where source = 'bulletin' and status = 'running'
