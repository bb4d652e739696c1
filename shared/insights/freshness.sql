-- What the runs say of each source that is asked about, from one snapshot and by one reading of the clock. A run
-- compared us with its source when it succeeded, or was skipped because nothing had changed: one that was skipped for
-- another reason carries that reason as its error. Runs of a source follow each other, so the newest ended last.
select rfc3339(clock.now) as "generatedAt",
       (select kind = 'sample' from corpus_state) as "sample",
       (select json_agg(json_build_object(
                          'source', wanted.source,
                          'lastRunAt', rfc3339(newest.started_at),
                          'lastRunStatus', newest.status,
                          'lastSuccessAt', rfc3339(compared.finished_at),
                          'sourceDate', compared.source_date,
                          'lagSeconds', case when compared.finished_at > clock.now then 0 -- it was set back
                                             else floor(extract(epoch from clock.now - compared.finished_at)) end)
                        order by wanted.place)
          from unnest($sources::source[]) with ordinality as wanted (source, place)
          left join lateral (
                 select t.started_at, t.status
                   from sync_run_told as t
                  -- Equal, as a range: its order is that of the index by source, and nothing leads through all runs.
                  where t.source between wanted.source and wanted.source
                  order by t.source, t.run_id desc
                  limit 1
               ) as newest on true
         cross join lateral (
                 select max(r.finished_at) as finished_at, max(r.source_date) as source_date
                   from sync_run as r
                  where r.source = wanted.source
                    and (r.source <> 'portal' or r.input is null) -- saved answers say nothing of what it has now
                    and (r.status = 'succeeded' or (r.status = 'skipped' and r.error_code is null))
               ) as compared
       ) as "sources",
       -- Editions of the bulletin: the first and the newest one that are in; the oldest of those that the office has listed
       -- in the last 30 days and that are not in; and of these days those that are in, or of which it has none.
       (select json_build_object(
                 'newest', coalesce(max(day) filter (where taken_at is not null and day <= clock.today),
                                    min(day) filter (where taken_at is not null)),
                 'first', min(day) filter (where taken_at is not null),
                 'waiting', min(day) filter (where taken_at is null and not absent and day >= clock.today - 30),
                 'in', coalesce(json_agg(day) filter (where taken_at is not null and day >= clock.today - 30), '[]'),
                 'none', coalesce(json_agg(day) filter (where absent and day >= clock.today - 30), '[]'))
          from bulletin_edition) as "editions"
  from (select now, chilean_day(now) as today
          from (select coalesce($now::timestamptz, clock_timestamp()) as now) as asked) as clock
