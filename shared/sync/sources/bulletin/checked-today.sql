-- Returns whether a run has already checked all editions of the bulletin for corrections today (in Chile). Only runs of the
-- sample office count if $sample is true, otherwise only runs of the real office. Runs on files that an operator named do not
-- count.
select exists (select
                 from sync_run
                where source = 'bulletin' and sample = $sample and input is null
                  and finished_at >= chilean_midnight(chilean_day(clock_timestamp()))
                  and (status = 'succeeded' or (status = 'skipped' and error_code is null))) as checked
