-- additive
-- A random secret of this database. All processes that serve the database share it, and no client knows it: it keys the
-- ETags that are not charged (docs/decisions.md#requests: Conditional requests).
create table database_secret (
  only_row boolean primary key default true check (only_row),
  secret bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) -- 244 random bits
);
insert into database_secret default values;
grant select on database_secret to trademark_serve;
