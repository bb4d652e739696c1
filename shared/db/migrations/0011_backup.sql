-- additive
-- When the database was backed up. While a backup is made, its row keeps other processes from making the same.

create table backup_run (
  backup_id bigint generated always as identity primary key,
  kind text not null check (kind in ('keys', 'corpus')),
  place text not null,                                         -- where it goes, in words: another place is asked anew
  started_at timestamptz not null default clock_timestamp(),
  taken_at timestamptz,                                        -- of its snapshot
  finished_at timestamptz,
  name text,                                                   -- at the target; null unless it is whole
  bytes bigint,
  error_message text,
  check ((name is null) = (bytes is null)),
  check (name is null or (finished_at is not null and taken_at is not null and error_message is null))
);
create index backup_run_of_kind on backup_run (kind, place, started_at desc);

-- How old the newest backup is belongs to the health of the service.
grant select on backup_run to trademark_serve, trademark_ingest;
