-- Returns what the runs and the editions say of the freshness of $sources, from one snapshot and one reading of the
-- clock.
with clock as materialized (
  select reading.now, chilean_day(reading.now) as today
    from (select coalesce($now::timestamptz, clock_timestamp()) as now) as reading
), source_runs as (
  select wanted.source, wanted.place, newest.started_at, newest.status, compared.finished_at, compared.source_date
    from unnest($sources::source[]) with ordinality as wanted (source, place)
    left join lateral (
           select t.started_at, t.status
             from sync_run_told as t
            -- A range instead of an equality, so that the planner uses the index by source and does not scan all runs.
            where t.source between wanted.source and wanted.source
            order by t.source, t.run_id desc
            limit 1
         ) as newest on true
   -- The last run that compared the corpus with the source: it succeeded, or was skipped because nothing had changed (a
   -- run that was skipped for another reason has an error). Runs of a source follow each other: the newest ended last.
   cross join lateral (
           select max(r.finished_at) as finished_at, max(r.source_date) as source_date
             from sync_run as r
            where r.source = wanted.source
              and (r.source <> 'portal' or r.input is null) -- saved answers do not show the present state of the portal
              and (r.status = 'succeeded' or (r.status = 'skipped' and r.error_code is null))
         ) as compared
), edition as (
  -- An edition is read, absent (the office published none), or waiting (the office listed it, and it was not read yet).
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
