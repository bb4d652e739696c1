-- Whether a run of the bulletin has compared us with the office today, by the day in Chile.
select exists (select
                 from sync_run
                where source = 'bulletin' and finished_at >= chilean_midnight(chilean_day(clock_timestamp()))
                  and (status = 'succeeded' or (status = 'skipped' and error_code is null))) as asked
