-- Returns whether a run has already checked all editions of the bulletin for corrections today (in Chile). Considers only
-- runs of the sample office if $sample is true, otherwise only runs of the real office. Ignores runs on files that an operator
-- named.
select exists (select
                 from sync_run
                where source = 'bulletin' and sample = $sample and input is null
                  and finished_at >= chilean_midnight(chilean_day(clock_timestamp()))
                  and (status = 'succeeded' or (status = 'skipped' and error_code is null))) as checked
