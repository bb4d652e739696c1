-- Returns the runs of a page, newest first, and one more run if another page follows. The statement is planned at each call, so
-- that each combination of filters can use the best index.
select t.run_id::text as "id",
       t.source as "source",
       t.trigger as "trigger",
       t.status as "status",
       rfc3339(t.started_at) as "startedAt",
       rfc3339(t.finished_at) as "finishedAt",
       t.source_date as "sourceDate",
       t.rows_read as "rowsRead",
       t.inserted as "inserted",
       t.updated as "updated",
       t.unchanged as "unchanged",
       t.rejected as "rejected",
       t.outdated as "outdated",
       t.waiting as "waiting",
       t.repeated as "repeated",
       t.kept as "kept",
       t.withdrawn as "withdrawn",
       case when t.error_code is not null
            then json_build_object('code', t.error_code, 'message', t.error_message) end as "error"
  from reported_run as t
 where ($before::bigint is null or t.run_id < $before)
   and ($source::source is null or t.source = $source)
   -- If $status is null, coalesce keeps every run. Without coalesce, the planner would expect too few matching runs, and
   -- would sort all runs instead of reading the newest runs by index.
   and coalesce(t.status = $status, true)
 order by t.run_id desc
 limit $limit::integer + 1
