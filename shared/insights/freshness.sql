-- Returns the newest run, last success and lag of each source in $sources, and the state of the bulletin editions.
with clock as materialized (
  select reading.now, chilean_day(reading.now) as today
    from (select coalesce($now::timestamptz, clock_timestamp()) as now) as reading
), wanted as (
  -- For a configured source, runs on files of the operator do not count. Their success would hide failures of the source.
  select w.source, w.place,
         w.source <> all (case c.kind when 'sample' then $configured_in_sample::source[]
                                      else $configured::source[] end) as counts_files
    from unnest($sources::source[]) with ordinality as w (source, place)
   cross join corpus_state as c
), source_runs as (
  select wanted.source, wanted.place, newest.started_at, newest.status, compared.finished_at, compared.source_date
    from wanted
    left join lateral (
           select r.run_id
             from sync_run as r
            -- `between` finds the same rows as `=`. With `=`, the planner does not use the index by source.
            where r.source between wanted.source and wanted.source and (wanted.counts_files or r.input is null)
            order by r.source, r.run_id desc
            limit 1
         ) as last on true
    left join reported_run as newest on newest.run_id = last.run_id
   -- A success counts if the run read the newest source_date of the source, or has no source_date. For the bulletin,
   -- every success counts, because a run may read an older edition that was missing.
   cross join lateral (
           select max(r.finished_at) filter (where r.source = 'bulletin' or r.source_date is null
                                                   or r.source_date = r.newest_date) as finished_at,
                  max(r.newest_date) as source_date
             from (select source, finished_at, source_date, max(source_date) over () as newest_date
                     from sync_run
                    where source = wanted.source
                      -- Saved responses of the portal never count, because they may be outdated.
                      and (input is null or (wanted.counts_files and source <> 'portal'))
                      and (status = 'succeeded' or (status = 'skipped' and error_code is null))) as r
         ) as compared
), edition as (
  -- absent: the office published no edition that day.
  select day, taken_at is not null as is_read, absent, day >= clock.today - 30 as is_recent, day <= clock.today as is_past
    from bulletin_edition
   cross join clock
)
select rfc3339(clock.now) as "generatedAt",
       (select kind = 'sample' from corpus_state) as "sample",
       (select json_agg(json_build_object(
                          'source', r.source,
                          'lastRunAt', rfc3339(r.started_at),
                          'lastRunStatus', r.status,
                          'lastSuccessAt', rfc3339(r.finished_at),
                          'sourceDate', r.source_date,
                          'lagSeconds', case when r.finished_at > clock.now then 0 -- the clock was set back
                                             else floor(extract(epoch from clock.now - r.finished_at)) end)
                        order by r.place)
          from source_runs as r) as "sources",
       (select json_build_object(
                 'newest', coalesce(max(day) filter (where is_read and is_past), min(day) filter (where is_read)),
                 'first', min(day) filter (where is_read),
                 'waiting', min(day) filter (where not is_read and not absent and is_recent),
                 'in', coalesce(json_agg(day) filter (where is_read and is_recent), '[]'),
                 'none', coalesce(json_agg(day) filter (where absent and is_recent), '[]'))
          from edition) as "editions"
  from clock
