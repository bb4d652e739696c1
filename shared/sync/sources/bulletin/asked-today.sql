-- Whether a run on the office itself, not on files that somebody has named, has compared us with it today, by the day in
-- Chile.
select exists (select
                 from sync_run
                where source = 'bulletin' and sample = $sample and input is null
                  and finished_at >= chilean_midnight(chilean_day(clock_timestamp()))
                  and (status = 'succeeded' or (status = 'skipped' and error_code is null))) as asked
