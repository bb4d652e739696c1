-- Creates the table of applied migrations.
create table if not exists schema_migration (
  version integer primary key,
  name text not null,
  kind text not null check (kind in ('additive', 'breaking')),
  digest text not null,
  applied_at timestamptz not null default clock_timestamp()
)
