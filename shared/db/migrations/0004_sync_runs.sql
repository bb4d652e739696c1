-- additive
-- One row a synchronization run. While it runs, the row is its lease: who holds it, and a heartbeat.

create table sync_run (
  run_id bigint generated always as identity primary key,
  source source not null,
  trigger text not null check (trigger in ('schedule', 'manual', 'catch_up')),
  status text not null check (status in ('running', 'succeeded', 'failed', 'skipped', 'held')),
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  source_date date,
  rows_read integer not null default 0,
  inserted integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  rejected integer not null default 0,
  error_code text,
  error_message text,
  lease_owner text,
  heartbeat_at timestamptz,
  check ((finished_at is null) = (status = 'running')),
  check ((error_code is null) = (error_message is null))
);
create unique index sync_run_one_at_a_time on sync_run (source) where status = 'running';
create index sync_run_of_source on sync_run (source, run_id desc);

grant select on sync_run to trademark_serve;
grant select, insert, update, delete on sync_run to trademark_ingest;
