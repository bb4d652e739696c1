-- additive
-- The complete schema. Column names of the corpus are the property names of the API in snake case. Every later change is a
-- separate migration, because this file must not change after it has been applied to a database.

-- Roles

-- The role of this connection owns the schema. trademark_serve answers requests; it has no right to change the schema or to
-- read the audit log. trademark_ingest writes the corpus. Neither of these two roles can log in. If only DATABASE_URL is set,
-- connections of the owner act as these roles. The roles then protect against mistakes of this software, but not against an
-- attacker who can already run statements. Roles belong to the server, so a migration of another database may have created them.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['trademark_serve', 'trademark_ingest'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then
        null; -- a concurrent migration of another database created it
      end;
    end if;
    begin
      execute format('grant %I to %I', wanted, current_user);
    exception when insufficient_privilege then
      null; -- an administrator created the role; a missing grant is reported after the migration
    end;
  end loop;
end
$$;

revoke create on schema public from public;

-- Temporary tables are not allowed, because a temporary table would hide the permanent table of the same name.
do $$
begin
  execute format('revoke temporary on database %I from public', current_database());
end
$$;

grant usage on schema public to trademark_serve, trademark_ingest;
grant select on schema_migration to trademark_serve, trademark_ingest;

-- Returns an instant in the format of the API: RFC 3339 in UTC, with milliseconds and Z.
create function rfc3339(at timestamptz) returns text
  stable parallel safe
  language sql
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Corpus: the published data of every application

create type source as enum ('sheets', 'bulletin', 'portal');

create type estado as enum (
  'SOLICITADA', 'EN_TRAMITE', 'ACEPTADA_TRAMITE', 'PUBLICADA', 'OBSERVADA', 'EN_OPOSICION',
  'ACEPTADA_REGISTRO', 'EN_APELACION', 'REGISTRADA', 'VENCIDA', 'DENEGADA', 'NO_PRESENTADA', 'ABANDONADA',
  'DESISTIDA', 'CADUCADA', 'CANCELADA', 'ANULADA', 'RENUNCIADA', 'SIN_CLASIFICAR'
);

create type tipo_signo as enum (
  'DENOMINATIVA', 'FIGURATIVA', 'MIXTA', 'TRIDIMENSIONAL', 'SONORA', 'OLFATIVA', 'TACTIL', 'POSICION',
  'PATRON', 'MOVIMIENTO', 'MULTIMEDIA', 'HOLOGRAFICA', 'COLORES', 'FRASE_PROPAGANDA', 'OTRA'
);

create type rol as enum ('SOLICITANTE', 'TITULAR', 'REPRESENTANTE');

create type tipo_anotacion as enum (
  'PRESENTACION', 'ACEPTACION_TRAMITE', 'OBSERVACION_FORMA', 'OBSERVACION_FONDO', 'PUBLICACION', 'OPOSICION',
  'ACEPTACION_REGISTRO', 'RECHAZO', 'APELACION', 'FALLO', 'PAGO_FINAL', 'CONCESION', 'RENOVACION',
  'TRANSFERENCIA', 'CAMBIO_NOMBRE', 'LICENCIA', 'PRENDA', 'EMBARGO', 'MEDIDA_PRECAUTORIA', 'PROHIBICION',
  'ALZAMIENTO', 'NULIDAD', 'CADUCIDAD', 'CANCELACION', 'DIVISION', 'OTRA'
);

create table corpus_state (
  only_row boolean primary key default true check (only_row),
  kind text not null default 'sample' check (kind in ('sample', 'register')),
  version bigint not null default 0,                           -- increases with every run that changed a mark or the date
  corpus_date date                                             -- last day up to which every source was read; null: not known
);
insert into corpus_state default values;

create table brand (
  nro_solicitud bigint primary key check (nro_solicitud >= 0), -- a number here, to sort numerically; a string in JSON
  nro_registro text,
  denominacion text not null check (char_length(denominacion) <= 1000),
  estado estado not null,
  estado_oficina text not null,
  tipo_signo tipo_signo not null,
  fecha_presentacion date not null,
  fecha_publicacion date,
  fecha_registro date,
  fecha_vencimiento date,
  clases smallint[] not null default '{}'                      -- class numbers, ascending
);

create index brand_by_registration on brand (nro_registro) where nro_registro is not null;

-- Returns the number of the month of a day, counted from the year 0.
create function filing_month(day date) returns integer
  immutable parallel safe language sql
  return 12 * extract(year from day)::integer + extract(month from day)::integer;

-- Indexes of marks by filing month, then by day of registration or expiry. A listing that is filtered by such days reads one
-- filing month after another, newest month first, and only the filtered days of each month. The indexes include the columns of
-- all other filters.
create index brand_by_registration_day on brand (filing_month(fecha_presentacion), fecha_registro)
  include (nro_solicitud, fecha_presentacion, fecha_vencimiento, estado, tipo_signo, clases, nro_registro)
  where fecha_registro is not null;
create index brand_by_expiry_day on brand (filing_month(fecha_presentacion), fecha_vencimiento)
  include (nro_solicitud, fecha_presentacion, fecha_registro, estado, tipo_signo, clases, nro_registro);

-- The detail of every brand as the API returns it, but without `fuentes`. Tables that are derived from brand have no foreign
-- key to it, because a check of each row would slow down the load of a million marks.
create table brand_detail (
  nro_solicitud bigint primary key,
  detail json not null
);

-- The record of a source about a mark. A blank value is null, except for a name (''), a kind of sign (OTRA) and a list ([]).
create type mark_record as (
  nro_registro text,
  denominacion text,
  estado estado,
  estado_oficina text,
  tipo_signo tipo_signo,
  fecha_presentacion date,
  fecha_publicacion date,
  fecha_registro date,
  fecha_vencimiento date,
  clases jsonb,                                                -- [{clase, cobertura}], ordered by clase
  personas jsonb                                               -- [{rol, nombre, pais}], ordered by rol, then nombre
);

-- The latest record of each source about a mark. shared/sync/resolve/resolve-marks.sql computes brand and brand_detail
-- from these records and from brand_annotation. The table has no foreign key to brand, because the bulletin may have entries
-- of an application that no other source has described yet.
create table source_record (
  nro_solicitud bigint not null,
  fuente source not null,
  fecha_fuente date not null,                                  -- date of the record's edition; bulletin: date of the newest entry
  actualizado_en timestamptz not null,
  digest uuid,                                                 -- digest of record and events, to skip an equal record
  record mark_record,                                          -- null for the bulletin, which has annotations instead
  events jsonb not null default '[]',                          -- portal only: [{fecha, tipo, descripcion, resolucion}]
  kept mark_record,                                            -- last known values that `record` lacks; null: no such values
  estado_on date,                                              -- day of the status in kept; null if kept has no status
  primary key (nro_solicitud, fuente)
);

-- Entries of the bulletin. An entry may arrive before its mark; it is stored here under the application number.
create table brand_annotation (
  annotation_id bigint generated always as identity primary key, -- in order of arrival
  nro_solicitud bigint not null,
  fecha date not null,
  tipo tipo_anotacion not null,
  descripcion text not null,
  resolucion text,
  estado estado                                                -- the status that the event implies, if any
);
create index brand_annotation_of_brand on brand_annotation (nro_solicitud, fecha desc, annotation_id desc);
create index brand_annotation_of_day on brand_annotation (fecha);

grant select on corpus_state, brand, brand_detail, brand_annotation, source_record to trademark_serve;
grant select, update on corpus_state to trademark_ingest;
grant select, insert, update, delete on brand, brand_detail, brand_annotation, source_record to trademark_ingest;

-- Listing

-- Returns the classes by which a mark is filtered: the classes of the mark, or -1 if no class is known.
create function listed_classes(clases smallint[]) returns smallint[]
  immutable parallel safe language sql
  return case when clases = '{}' then '{-1}' else clases end;

-- One row for each class by which a mark is filtered, and one row with class 0 for every mark. So any combination of filters
-- needs only a few lookups in one of two indexes, newest first. The transaction that changes brand updates this table.
create table brand_listing (
  clase smallint not null check (clase between -1 and 45),
  estado estado not null,
  tipo_signo tipo_signo not null,
  fecha_presentacion date not null,
  nro_solicitud bigint not null,
  primary key (nro_solicitud, clase)
);
create index brand_listing_by_codes
  on brand_listing (clase, estado, tipo_signo, fecha_presentacion desc, nro_solicitud desc);
create index brand_listing_by_date on brand_listing (clase, fecha_presentacion desc, nro_solicitud desc);

grant select on brand_listing to trademark_serve;
grant select, insert, update, delete on brand_listing to trademark_ingest;

-- Changes feed

create type tipo_cambio as enum ('alta', 'cambio', 'anotacion', 'baja', 'carga');

-- One row (a set of changes) for each run that changed marks, in the order in which the runs committed. The numbers of the
-- changes in a set follow the numbers of the previous set without a gap. The oldest row marks the beginning of the feed: the
-- changes of this set and all earlier changes are deleted.
create table change_set (
  first_seq bigint primary key,
  last_seq bigint not null unique check (last_seq >= first_seq),
  run_id bigint,                                               -- null: the beginning of the feed, or a restored corpus
  version bigint not null,                                     -- version of the corpus that contains these changes
  applied_at timestamptz not null unique,                      -- later than in the previous set
  is_load boolean not null,                                    -- a new corpus; one change number represents all its marks
  rules integer                                                -- version of the rules for brand_change.name; null: no names
);

-- The changes of marks, each with its number. The columns of the mark have their values after the change, so that the filters
-- of GET /v1/brands apply to them. The table is not part of a backup: a restored database begins a new feed.
create table brand_change (
  seq bigint primary key,
  nro_solicitud bigint not null,
  tipo tipo_cambio not null,
  campos text[] not null,                                      -- members of the detail that changed; empty for a new mark
  estado_anterior estado,                                      -- null: a new mark
  estado estado not null,
  nro_registro text,
  tipo_signo tipo_signo not null,
  fecha_presentacion date not null,
  fecha_registro date,
  fecha_vencimiento date,
  clases smallint[] not null,
  personas json not null,                                      -- as in the detail
  name text                                                    -- normalized words of the name, by the rules of the set
);

insert into change_set (first_seq, last_seq, version, applied_at, is_load)
select 0, 0, version, 'epoch', false from corpus_state; -- the beginning of the feed; no change is deleted

grant select on change_set, brand_change to trademark_serve;
grant select, insert, delete on change_set, brand_change to trademark_ingest;

-- Access: keys, limits and the audit log. These tables have no foreign key to the corpus, because the corpus is backed up at
-- other times.

create table consumer (
  consumer_id bigint generated always as identity primary key,
  name text not null unique check (char_length(name) between 1 and 100),
  created_at timestamptz not null default clock_timestamp()
);

-- The usage of a key and of all keys to which it was rotated. Every granted request updates a row. The update stays heap-only
-- (HOT), because the row is narrow, its page has free space, and no index covers the changing columns.
create table usage_counter (
  counter_id bigint generated always as identity primary key,
  month date not null,                                         -- first day, in America/Santiago
  month_used bigint not null default 0 check (month_used >= 0),
  window_opened_at timestamptz not null default '-infinity',   -- start of the 60 s burst window
  window_used integer not null default 0
) with (fillfactor = 50);

-- The usage of past months, written once when a counter moves to the next month.
create table usage_past_month (
  counter_id bigint not null references usage_counter,
  month date not null,
  used bigint not null,
  primary key (counter_id, month)
);

create table api_key (
  key_id bigint generated always as identity primary key,
  public_id text not null unique,
  secret_hash bytea not null unique check (octet_length(secret_hash) = 32), -- SHA-256; the key itself is not stored
  consumer_id bigint not null references consumer,
  counter_id bigint not null references usage_counter,
  scopes text[] not null,                                      -- empty: unrestricted
  monthly_quota bigint not null check (monthly_quota >= 0),
  burst_per_minute integer not null check (burst_per_minute >= 1),
  created_at timestamptz not null default clock_timestamp(),
  expires_on date,                                             -- last valid day, in America/Santiago
  revoked_at timestamptz,                                      -- in the future while the key overlaps with its successor
  replaces bigint unique references api_key,                   -- the key that was rotated to this key
  last_used_at timestamptz                                     -- updated at most once a minute
);
create index api_key_of_counter on api_key (counter_id);
create index api_key_of_consumer on api_key (consumer_id);

-- The audit log: every creation, rotation, revocation and change of a key.
create table key_event (
  event_id bigint generated always as identity primary key,
  happened_at timestamptz not null default clock_timestamp(),
  key_id bigint not null references api_key,
  action text not null check (action in ('create', 'rotate', 'revoke', 'expire', 'update')),
  actor text not null,
  reason text,
  change jsonb not null default '{}'
);
create index key_event_of_key on key_event (key_id, event_id);

create function chilean_day(at timestamptz) returns date
  immutable parallel safe language sql
  return (at at time zone 'America/Santiago')::date;

create function chilean_month(at timestamptz) returns date
  immutable parallel safe language sql
  return date_trunc('month', at at time zone 'America/Santiago')::date;

create function chilean_midnight(day date) returns timestamptz
  immutable parallel safe language sql
  return day::timestamp at time zone 'America/Santiago';

create function key_state(k api_key, at timestamptz) returns text
  immutable parallel safe language sql
  return case
    when (k).revoked_at <= at then 'revoked'
    when chilean_midnight((k).expires_on + 1) <= at then 'expired'
    else 'active'
  end;

create function usage_in_month(c usage_counter, month date) returns bigint
  immutable parallel safe language sql
  return case when (c).month >= month then (c).month_used else 0 end;

create function burst_window_open(c usage_counter, at timestamptz) returns boolean
  stable parallel safe language sql
  return at < (c).window_opened_at + interval '60 seconds';

-- Returns the error code with which a key is refused in a month and at an instant, or null if the key may make a request.
-- The monthly quota is checked first.
create function usage_refusal(
  c usage_counter, monthly_quota bigint, burst_per_minute integer, month date, at timestamptz
) returns text
  stable parallel safe language sql
  return case
    when usage_in_month(c, month) >= monthly_quota then 'quota_exceeded'
    when burst_window_open(c, at) and (c).window_used >= burst_per_minute then 'rate_limited'
  end;

create function keep_past_month() returns trigger
  language plpgsql as $$
begin
  insert into usage_past_month (counter_id, month, used) values (old.counter_id, old.month, old.month_used);
  return null;
end
$$;

create trigger keep_past_month after update on usage_counter
  for each row when (old.month <> new.month) execute function keep_past_month();

-- The keys with their consumer, state and usage. The column names are the names in the output of the command line.
create view key_overview as
select k.key_id,
       k.public_id as "id",
       consumer.name as "consumer",
       key_state(k, clock_timestamp()) as "state",
       k.scopes as "scopes",
       k.monthly_quota as "monthlyQuota",
       k.burst_per_minute as "burstPerMinute",
       usage_in_month(c, chilean_month(clock_timestamp())) as "monthUsed",
       k.expires_on as "expires",
       k.created_at as "createdAt",
       k.last_used_at as "lastUsedAt",
       k.revoked_at as "revokedAt",
       predecessor.public_id as "replaces",
       successor.public_id as "replacedBy"
  from api_key as k
  join consumer using (consumer_id)
  join usage_counter as c using (counter_id)
  left join api_key as predecessor on predecessor.key_id = k.replaces
  left join api_key as successor on successor.replaces = k.key_id;

grant select (consumer_id, name) on consumer to trademark_serve; -- names of consumers label the request metrics
grant select on api_key to trademark_serve;
grant select on usage_counter to trademark_serve;

-- Admission: checks the key of each call and charges the call to the limits of the key

-- Admission and refunds are functions that run with the rights of the owner. The role that answers requests may call them,
-- but may not change a counter or a key itself.

-- The decision about one call, with the counters of its key after the call.
create type admission as (
  place integer,                   -- position of the call in the arguments, from 1
  public_id text,
  consumer text,
  verdict text,                    -- null: undecided, because another transaction had locked the counter
  counter_id bigint,
  charged_month date,              -- null: not charged
  corpus_version bigint,
  corpus_date date,
  is_sample boolean,
  month date,
  month_quota bigint,
  month_used bigint,
  burst_quota integer,
  burst_used integer,
  window_opened_at timestamptz,
  now timestamptz
);

-- Returns the key with a secret hash if the key is active. Without the limit, the planner would read all keys.
create function active_key(hash bytea, at timestamptz) returns setof api_key
  stable language sql as $$
  select * from api_key as k where k.secret_hash = hash and key_state(k, at) = 'active' limit 1
$$;

-- Authenticates, authorizes and meters calls in their order, and returns a row for each call whose key is active.
--
-- The counts are exact under any concurrency: a counter is charged while its row is locked, and a call is granted only if the
-- earlier calls have left a unit of each limit. All processes lock counters in the order of their ids. A counter that has
-- already reached a limit is neither locked nor changed. A clock that was set back opens neither a new window nor a new month.
--
-- With skip_locked, a call whose counter is locked by another transaction is not decided and not charged, so that this counter
-- does not delay the calls of other counters.
create function admit_calls(
  secret_hashes bytea[],
  wanted_scopes text[],
  cached_versions text[],          -- for each call: corpus versions separated by commas, or null
  at timestamptz,                  -- null: the current time
  skip_locked boolean
) returns setof admission
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan rows 20 as $$
declare
  clock timestamptz := coalesce(at, clock_timestamp());
  this_month date := chilean_month(clock);
  version bigint;
  corpus corpus_state;
  chargeable bigint[];
  locked bigint[];
  call record;
  counter usage_counter;           -- with the charges of this batch
  charged usage_counter[];
  is_charged boolean := false;
  used_keys bigint[];
  decision admission;
begin
  select (date_part('epoch', v.created_at) * 1000000)::bigint into version
    from search.version as v order by v.version desc limit 1;
  select * into corpus from corpus_state;

  chargeable := array(
    select c.counter_id
      from unnest(secret_hashes, wanted_scopes) as asked (secret_hash, scope)
      join lateral active_key(asked.secret_hash, clock) as k on true
      join usage_counter as c using (counter_id)
     where (k.scopes = '{}' or asked.scope = any (k.scopes))
       and usage_refusal(c, k.monthly_quota, k.burst_per_minute, this_month, clock) is null
  );
  if skip_locked then
    locked := array(select c.counter_id from usage_counter as c where c.counter_id = any (chargeable)
                     order by c.counter_id for no key update skip locked);
  else
    locked := array(select c.counter_id from usage_counter as c where c.counter_id = any (chargeable)
                     order by c.counter_id for no key update);
  end if;

  -- This query takes its snapshot after the locks, so that it sees the charges of transactions that ended in between.
  for call in
    select asked.place, k.key_id, k.public_id, consumer.name as consumer, k.monthly_quota, k.burst_per_minute, c as counter,
           k.scopes = '{}' or asked.scope = any (k.scopes) as in_scope,
           c.counter_id = any (locked) as is_locked,
           coalesce(k.last_used_at <= clock - interval '1 minute', true) as is_last_use_due,
           coalesce(version = any (string_to_array(asked.versions, ',')::bigint[]), false) as is_not_modified
      from unnest(secret_hashes, wanted_scopes, cached_versions)
             with ordinality as asked (secret_hash, scope, versions, place)
      join lateral active_key(asked.secret_hash, clock) as k on true
      join usage_counter as c using (counter_id)
      join consumer using (consumer_id)
     order by c.counter_id, asked.place
  loop
    if (call.counter).counter_id is distinct from counter.counter_id then
      if is_charged then
        charged := charged || counter;
      end if;
      counter := call.counter;
      is_charged := false;
    end if;
    if call.is_last_use_due then
      used_keys := used_keys || call.key_id;
    end if;

    decision.charged_month := null;
    decision.verdict := case
      when not call.in_scope then 'forbidden'
      else usage_refusal(counter, call.monthly_quota, call.burst_per_minute, this_month, clock)
    end;
    if decision.verdict is null and call.is_locked then
      -- A call whose cached response is still valid is not charged to the monthly quota.
      decision.verdict := case when call.is_not_modified then 'not_modified' else 'granted' end;
      counter.month_used := usage_in_month(counter, this_month) + case when call.is_not_modified then 0 else 1 end;
      counter.month := greatest(counter.month, this_month);
      if burst_window_open(counter, clock) then
        counter.window_used := counter.window_used + 1;
      else
        counter.window_used := 1;
        counter.window_opened_at := clock;
      end if;
      is_charged := true;
      decision.charged_month := counter.month;
    end if;

    decision.place := call.place;
    decision.public_id := call.public_id;
    decision.consumer := call.consumer;
    decision.counter_id := counter.counter_id;
    decision.corpus_version := version;
    decision.corpus_date := corpus.corpus_date;
    decision.is_sample := corpus.kind = 'sample';
    decision.month := greatest(counter.month, this_month);
    decision.month_quota := call.monthly_quota;
    decision.month_used := usage_in_month(counter, this_month);
    decision.burst_quota := call.burst_per_minute;
    decision.burst_used := case when burst_window_open(counter, clock) then counter.window_used else 0 end;
    -- If no window is open, the next call opens a window.
    decision.window_opened_at := case when decision.burst_used > 0 then counter.window_opened_at else clock end;
    decision.now := clock;
    return next decision;
  end loop;
  if is_charged then
    charged := charged || counter;
  end if;

  if charged is not null then
    update usage_counter as c
       set month = n.month, month_used = n.month_used, window_opened_at = n.window_opened_at, window_used = n.window_used
      from unnest(charged) as n
     where c.counter_id = n.counter_id;
  end if;
  if used_keys is not null then
    update api_key
       set last_used_at = clock
     where key_id in (select k.key_id from api_key as k where k.key_id = any (used_keys)
                       order by k.key_id for no key update skip locked);
  end if;
end
$$;

-- Refunds one unit of the monthly quota. It refunds nothing if the counter has moved to another month, so that a counter
-- never falls below the number of granted requests.
create function refund_unit(of_counter bigint, of_month date) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update usage_counter
     set month_used = month_used - 1
   where counter_id = of_counter and month = of_month and month_used > 0
$$;

revoke execute on function admit_calls(bytea[], text[], text[], timestamptz, boolean), refund_unit(bigint, date)
  from public;
grant execute on function admit_calls(bytea[], text[], text[], timestamptz, boolean), refund_unit(bigint, date)
  to trademark_serve;

-- A random secret of this database. All processes that serve the database share it, and no client knows it. It authenticates
-- ETags: a client that could forge an ETag could make calls without a charge to its monthly quota
-- (docs/decisions.md#requests: Conditional requests).
create table database_secret (
  only_row boolean primary key default true check (only_row),
  secret bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) -- 244 random bits
);
insert into database_secret default values;
grant select on database_secret to trademark_serve;

-- Sync: runs, the data that they read, and the staged marks of a run

-- One row for each run. The row of a running run is the lease of its source.
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
  unclassified_estados integer not null default 0,             -- marks whose status is in no catalog
  unclassified_tipos integer not null default 0,               -- marks whose kind of sign is in no catalog
  outdated integer not null default 0,                         -- marks that the corpus has from a newer edition
  waiting integer not null default 0,                          -- applications that have entries but are not in the corpus
  repeated integer not null default 0,                         -- additional rows of the same application
  kept integer not null default 0,                             -- marks that keep a value that the new record lacks
  withdrawn integer not null default 0,                        -- applications without an entry in a corrected edition
  error_code text,
  error_message text,
  lease_owner text,
  heartbeat_at timestamptz,
  sample boolean not null default false,                       -- the run read the sample
  scheduled_for timestamptz,                                   -- the scheduled time for which the run was started
  fingerprint text,                                            -- digest of the input: an operator accepts only this input
  input jsonb,                                                 -- files that an operator named
  ignored jsonb,                                               -- unknown fields as {name: occurrences}; null: none
  check ((finished_at is null) = (status = 'running')),
  check ((error_code is null) = (error_message is null))
);
create unique index sync_run_one_at_a_time on sync_run (source) where status = 'running';
create unique index sync_run_of_schedule on sync_run (source, scheduled_for);
create index sync_run_of_source on sync_run (source, run_id desc);

-- Indexes of the runs that compared the corpus with their source: to find the last such run, and the newest date of the source.
create index sync_run_compared on sync_run (source, finished_at desc)
  where status = 'succeeded' or (status = 'skipped' and error_code is null);
create index sync_run_dated on sync_run (source, source_date desc)
  where status = 'succeeded' or (status = 'skipped' and error_code is null);

-- Returns the error message of a lost run.
create function interruption() returns text
  immutable parallel safe language sql
  return 'The run ended before it was done; nothing of it was applied.';

-- Runs as they are reported: a run without a heartbeat for 60 s is lost and has failed, even before a process closes it
-- with the same values.
create view reported_run as
select r.run_id, r.source, r.trigger, r.started_at, r.source_date, r.rows_read, r.inserted, r.updated,
       r.unchanged, r.rejected, r.outdated, r.waiting, r.repeated, r.kept, r.withdrawn, r.sample,
       r.unclassified_estados, r.unclassified_tipos, r.lease_owner, lost.yes as lost,
       case when lost.yes then 'failed' else r.status end as status,
       case when lost.yes then r.heartbeat_at + interval '60 seconds' else r.finished_at end as finished_at,
       case when lost.yes then 'interrupted' else r.error_code end as error_code,
       case when lost.yes then interruption() else r.error_message end as error_message
  from sync_run as r
 cross join lateral (
         select r.status = 'running' and r.heartbeat_at < statement_timestamp() - interval '60 seconds' as yes
       ) as lost;

-- Rows of a source that could not be used. Only the reason is stored, because the row may name a person; the row itself
-- remains in the file of the office.
create table sync_rejection (
  rejection_id bigint generated always as identity primary key,
  run_id bigint not null references sync_run on delete cascade,
  sheet text not null,                                         -- name of the file
  row_number integer not null,                                 -- in the file, from 1
  nro_solicitud bigint,                                        -- null: unreadable
  reason text not null
);
create index sync_rejection_of_run on sync_rejection (run_id, rejection_id);

-- The number of records with a value in each field, by edition of a sheet or by day of the portal. For a sheet, there are rows
-- only for the fields that its columns contain.
create table field_fill (
  source source not null,
  series text not null,                                        -- name of the sheet; empty for the portal
  edition date not null,
  field text not null,
  records integer not null,
  filled integer not null,                                     -- records with a value
  lost integer not null default 0,                             -- portal only: marks that lost their value
  primary key (source, series, edition, field)
);
grant select, insert, update, delete on field_fill to trademark_ingest;

-- The files of a source, as they were when last read. An unchanged file is not read again.
create table source_file (
  source source not null,
  url text not null,
  day date not null,                                           -- date of its edition
  sha256 text not null,
  etag text,
  last_modified text,
  software text not null,                                      -- version that read the file; another version may read more
  primary key (source, url)
);

-- A sheet that the office publishes repeatedly under one name, and the marks in its newest edition. An edition
-- confirms all of its marks, so that `fecha_fuente` of an unchanged mark is not rewritten daily.
create table sheet (
  sheet_id integer generated always as identity primary key,
  name text not null unique,                                   -- without the day and the file extension
  edition date not null
);

create table sheet_mark (
  nro_solicitud bigint not null,
  sheet_id integer not null,
  primary key (nro_solicitud, sheet_id)
);

-- Staging tables are unlogged. A crash of the server empties them, but the run that filled them has then failed anyway.
-- `run_id` separates the rows of a run from the rows of another run that was closed as lost but still writes.

-- The runs that stage rows. The row of a run proves that none of its staged rows was lost, because a crash also empties this
-- table. A run without a row here must not be applied.
create unlogged table staged_run (run_id bigint primary key);

-- Rows as they were read. A mark has several rows if its sheet has a row for each class.
create unlogged table staged_row (
  run_id bigint not null,
  sheet smallint not null,                                     -- number of the sheet, oldest edition first
  row_number integer not null,
  nro_solicitud bigint not null,
  rejected boolean not null,                                   -- true: the columns after fecha_fuente are null
  fecha_fuente date not null,
  like mark_record,
  events jsonb                                                 -- portal only; null for other sources
);

-- The records of a run that may change the corpus. For the bulletin, a row has only the application, without a record.
create unlogged table staged_record (
  run_id bigint not null,
  nro_solicitud bigint not null,
  state text not null check (state in ('new', 'changed', 'same', 'outdated', 'withdrawn')),
  fecha_fuente date not null,
  digest uuid,
  record mark_record,                                          -- null for the bulletin
  events jsonb not null default '[]',
  kept mark_record,                                            -- known values that the record lacks
  estado_on date                                               -- as in source_record
);

-- One row for each mark that is new or changes, with its values after the run.
create unlogged table staged_mark (
  run_id bigint not null,
  nro_solicitud bigint not null,
  known boolean not null,                                      -- the corpus has the mark
  nro_registro text,
  denominacion text not null,
  estado estado not null,
  estado_oficina text not null,
  tipo_signo tipo_signo not null,
  fecha_presentacion date not null,
  fecha_publicacion date,
  fecha_registro date,
  fecha_vencimiento date,
  clases smallint[] not null,
  detail json not null
);

grant select on sync_run, source_file, sheet to trademark_serve;
grant select on reported_run to trademark_serve, trademark_ingest;
grant select, insert, update, delete on sync_run, source_file, sheet, sheet_mark, staged_run,
  staged_record, staged_mark to trademark_ingest;
grant select, insert on sync_rejection to trademark_ingest;    -- commands that show rejections act as the owner
grant select, insert, delete on staged_row to trademark_ingest;

-- Merges the lists of classes of several rows: each class once, ordered by number, with all its distinct descriptions.
create function merge_clases(lists jsonb) returns jsonb
  immutable parallel safe language sql
  return (
    select coalesce(jsonb_agg(jsonb_build_object('clase', clase, 'cobertura', cobertura) order by clase), '[]')
      from (select (entry -> 'clase')::smallint as clase, string_agg(distinct entry ->> 'cobertura', '; ') as cobertura
              from jsonb_array_elements(lists) as list, jsonb_array_elements(list) as entry
             group by 1) as merged
  );

-- Merges the lists of persons of several rows: each person once, ordered by role, then name. An entry without a country is
-- dropped if another entry with the same role and name has a country.
create function merge_personas(lists jsonb) returns jsonb
  immutable parallel safe language sql
  return (
    select coalesce(jsonb_agg(entry order by entry ->> 'rol', entry ->> 'nombre' collate "C", entry ->> 'pais'), '[]')
      from (select entry, count(entry ->> 'pais') over (partition by entry ->> 'rol', entry ->> 'nombre') as countries
              from (select distinct entry
                      from jsonb_array_elements(lists) as list, jsonb_array_elements(list) as entry) as listed) as merged
     where countries = 0 or entry ->> 'pais' is not null
  );

-- Search: the index is in a separate schema, so that a rebuilt index replaces the present index as a whole. The index entries
-- of a mark depend only on that mark; shared/search computes them.

create extension if not exists fuzzystrmatch;

-- Creates a schema with the empty tables of an index. An entry is valid from the corpus version that created it (`since`)
-- until the version that changed its mark (`until`), so that pagination continues in the version in which it began.
-- Entries that are no longer valid are kept for a day. pg_temp comes last in every search path: a temporary table must
-- not hide a table of the index.
create function create_search_tables(home text) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('create schema %I', home);
  execute format('grant usage on schema %I to trademark_serve, trademark_ingest', home);
  perform set_config('search_path', quote_ident(home) || ', public, pg_temp', true);

  -- Version of the rules by which shared/search built the index; 0: not built.
  create table rules (
    only_row boolean primary key default true check (only_row),
    version integer not null
  );
  insert into rules (version) values (0);

  -- The corpus versions that can be searched: the present version, and the versions of the last day.
  create table version (
    version integer primary key,
    created_at timestamptz not null default clock_timestamp()
  );
  insert into version (version) select c.version from corpus_state as c;

  create table mark (
    nro_solicitud bigint not null,
    since integer not null,
    until integer,                       -- null: still valid
    name text collate "C" not null,      -- normalized words of the name, separated by spaces
    weight smallint not null,            -- weight of all words, in quarters of a letter
    shares smallint[] not null,          -- share of each word in the name, in thousandths
    sound text collate "C" not null,     -- phonetic code of the whole name
    clases bigint not null,              -- bit n: class n; bit 0: no class is known
    estado estado not null,
    tipo_signo tipo_signo not null,
    fecha_presentacion date not null
  );

  create table posting (
    word text collate "C" not null,
    share smallint not null,
    nro_solicitud bigint not null,
    clases bigint not null,
    estado estado not null,
    tipo_signo tipo_signo not null,
    fecha_presentacion date not null,
    since integer not null,
    until integer
  );

  create table word (
    word text collate "C" not null,
    since integer not null default 0,
    sound text collate "C" not null,
    deletions integer[] not null         -- hashes of the word after deleting some letters
  );

  -- The persons of the present marks. The column person is a hash of the name as the office writes it. Applicants and holders
  -- count as one role. person_word has the words of all these names, with the columns by which similar words are found.
  create table person_of_mark (
    person bigint not null,
    representative boolean not null,
    fecha_presentacion date not null,
    nro_solicitud bigint not null
  );

  create table person (
    person bigint not null,
    words text[] not null
  );

  create table person_word (
    word text collate "C" not null,
    sound text collate "C" not null,
    deletions integer[] not null
  );

  -- Index-only scans need a current visibility map. With the default scale factor, a large table would be vacuumed too late.
  alter table mark set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
    autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000);
  alter table posting set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
    autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000);
  alter table word set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000);
  alter table person_of_mark set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
    autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000);

  grant select on rules, version, mark, posting, word, person_of_mark, person, person_word
    to trademark_serve, trademark_ingest;
  grant insert, delete on version, word, person_of_mark, person, person_word to trademark_ingest;
  grant insert, update, delete on mark, posting to trademark_ingest;
end
$$;

-- Creates the indexes of the search tables, which is much faster after the tables are filled.
create function create_search_indexes(home text) returns void
  language plpgsql set search_path = public, pg_temp set maintenance_work_mem = '256MB' as $$
begin
  perform set_config('search_path', quote_ident(home) || ', public, pg_temp', true);

  create unique index mark_of_number on mark (nro_solicitud, since);
  create index mark_by_sound on mark (sound, nro_solicitud desc);
  create index mark_by_words on mark using gin (array_to_tsvector(string_to_array(name, ' '))) with (fastupdate = off);
  create index mark_ended on mark (until) where until is not null;

  -- The marks of a word by share, with every filtered column, so that no row of the table is fetched.
  create unique index posting_by_share on posting (word, share desc, nro_solicitud desc, since)
    include (until, clases, estado, tipo_signo, fecha_presentacion);
  create index posting_ended on posting (until) where until is not null;

  create unique index word_by_letters on word (word);
  -- The words by the beginnings and by the ends of their phonetic codes, with the columns that a search reads.
  create index word_by_sound on word (sound, word) include (since);
  create index word_by_ending on word (reverse(sound), word) include (sound, since);
  create index word_by_deletions on word using gin (deletions) with (fastupdate = off);

  -- The marks of a person, newest first, and the persons of a mark.
  create index person_by_day on person_of_mark (person, representative, fecha_presentacion desc, nro_solicitud desc);
  create unique index person_of_number on person_of_mark (nro_solicitud, representative, person);
  create unique index person_of_hash on person (person);
  create index person_by_words on person using gin (array_to_tsvector(words)) with (fastupdate = off);
  create unique index person_word_by_letters on person_word (word);
  create index person_word_by_deletions on person_word using gin (deletions) with (fastupdate = off);
end
$$;

select create_search_tables('search');
select create_search_indexes('search');

-- A rebuild creates a new index next to the present index, in one transaction, and replaces the present index by renaming the
-- schemas. So a search waits at most for the lock of a catalog row. The functions are security definer, because a run, which
-- acts as trademark_ingest, may also have to rebuild the index.
create function begin_search_build() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  drop schema if exists search_next, search_past cascade; -- left by a rebuild that failed before its last step
  perform create_search_tables('search_next');
end
$$;

create function finish_search_build(by_rules integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform create_search_indexes('search_next');
  update search_next.rules set version = by_rules;
  analyze search_next.mark, search_next.posting, search_next.word, search_next.person_of_mark, search_next.person,
    search_next.person_word;
  alter schema search rename to search_past;
  alter schema search_next rename to search;
end
$$;

-- Drops the old index, after the transaction of the rebuild has committed. The function waits for searches that began in the
-- old index, but not for longer transactions such as a dump. If it cannot drop the old index, the next rebuild drops it.
create function drop_past_search() returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '6s' as $$
begin
  drop schema if exists search_past cascade;
end
$$;

revoke execute on function create_search_tables(text), create_search_indexes(text), begin_search_build(),
  finish_search_build(integer), drop_past_search() from public;
grant execute on function begin_search_build(), finish_search_build(integer), drop_past_search() to trademark_ingest;

-- The marks with every column of the index that is not computed from the name. In `clases`, bit n means class n; bit 0 means
-- that no class is known.
create view brand_to_search as
select b.nro_solicitud, b.denominacion, b.estado, b.tipo_signo, b.fecha_presentacion,
       (select coalesce(bit_or(1::bigint << clase), 1) from unnest(b.clases) as clase) as clases
  from brand as b;

-- The persons of marks as the index stores them, with the name as the office writes it. A mark may name a person twice.
create view person_to_search as
select b.nro_solicitud, b.fecha_presentacion, listed.person ->> 'rol' = 'REPRESENTANTE' as representative,
       hashtextextended(listed.person ->> 'nombre', 0) as person, listed.person ->> 'nombre' as nombre
  from brand as b
  join brand_detail as d using (nro_solicitud)
 cross join json_array_elements(d.detail -> 'personas') as listed (person);

-- The changes of a run to the index: the names of its marks, and the words of these names.
create unlogged table staged_name (
  run_id bigint not null,
  nro_solicitud bigint not null,
  name text collate "C" not null,        -- empty: the mark has no searchable name
  weight smallint not null,
  shares smallint[] not null,
  sound text collate "C" not null
);
create unlogged table staged_word (
  run_id bigint not null,
  word text collate "C" not null,
  sound text collate "C" not null,
  deletions integer[] not null
);

create unlogged table staged_person_word (
  run_id bigint not null,
  word text collate "C" not null,
  sound text collate "C" not null,
  deletions integer[] not null
);

grant select on brand_to_search, person_to_search to trademark_ingest;
grant select, insert, delete on staged_name, staged_word, staged_person_word to trademark_ingest;

-- Bulletin: the editions of the daily status bulletin, and the staged entries of a run

create table bulletin_edition (
  day date primary key,
  listed_at timestamptz not null default clock_timestamp(),
  absent boolean not null default false,                       -- earlier and later days are listed, but not this day
  taken_at timestamptz,                                        -- null: not in the corpus
  entries integer,
  sha256 text,                                                 -- digest of its files
  check ((taken_at is null) = (entries is null)),
  check (not absent or taken_at is null)
);

create unlogged table staged_entry (
  run_id bigint not null,
  row_number integer not null,
  nro_solicitud bigint not null,
  fecha date not null,
  tipo tipo_anotacion not null,
  descripcion text not null,
  resolucion text,
  estado estado,
  known boolean not null default false                         -- the corpus has an identical annotation
);
create index staged_entry_of_application on staged_entry (nro_solicitud, fecha);

grant select on bulletin_edition to trademark_serve;
grant select, insert, update, delete on bulletin_edition, staged_entry to trademark_ingest;

-- Portal: progress and rate limit of requests to the search portal, which describes one application in each response

create table portal_state (
  only_row boolean primary key default true check (only_row),
  newest bigint not null default 0,                            -- highest application number that was requested
  called_on date,                                              -- day of the counted calls, in America/Santiago
  calls integer not null default 0,
  called_at timestamptz,                                       -- end of the last call, or its start until it ends
  closed_on date,                                              -- day on which the portal refused further calls
  closed_for text                                              -- error code of this refusal
);
insert into portal_state default values;

-- Applications that were requested from the portal.
create table portal_number (
  nro_solicitud bigint primary key,
  asked_at timestamptz not null,
  answered_on date,                                            -- newest day on which the portal described the application
  refusals integer not null default 0                          -- consecutive unusable answers
);
create index portal_number_failed on portal_number (asked_at) where refusals > 0;

grant select, update on portal_state to trademark_ingest;
grant select, insert, update on portal_number to trademark_ingest;

-- Resolution: which source counts if several sources describe a mark; see shared/sync/resolve/resolve-marks.sql

-- Returns the rank of a source. If several sources describe a mark on the same day, the source with the highest rank counts.
create function precedence(of_source source) returns integer
  immutable parallel safe language sql
  return case of_source when 'bulletin' then 3 when 'portal' then 2 else 1 end;

-- The records of the sources. `confirmed` is the date of the newest edition or answer that stated the record. Confirmations
-- are stored by sheet and by application, so that an edition that repeats a million marks does not rewrite their records.
create view confirmed_record as
select s.nro_solicitud, s.fuente,
       case s.fuente
         when 'sheets' then greatest(s.fecha_fuente, (select max(h.edition)
                                                        from sheet_mark as m
                                                        join sheet as h using (sheet_id)
                                                       where m.nro_solicitud = s.nro_solicitud))
         when 'portal' then greatest(s.fecha_fuente, (select n.answered_on
                                                        from portal_number as n
                                                       where n.nro_solicitud = s.nro_solicitud))
         else s.fecha_fuente
       end as confirmed,
       s.actualizado_en, s.record, s.events, s.kept, s.estado_on
  from source_record as s;
grant select on confirmed_record to trademark_serve, trademark_ingest;

-- Returns the stage of a status in the procedure, from 1 to 4. A mark rarely moves back to an earlier stage. Returns null if
-- the stage is unknown: for example, an appeal may follow a refusal or precede a registration.
create function progress(of_estado estado) returns integer
  immutable parallel safe language sql
  return case of_estado
    when 'SOLICITADA' then 1
    when 'REGISTRADA' then 3
    when 'SIN_CLASIFICAR' then null
    when 'EN_APELACION' then null
    else case when of_estado in ('VENCIDA', 'DENEGADA', 'NO_PRESENTADA', 'ABANDONADA', 'DESISTIDA', 'CADUCADA',
                                 'CANCELADA', 'ANULADA', 'RENUNCIADA') then 4 else 2 end
  end;

-- Merges the classes of two sources: the classes of the newer source, or of the older source if the newer source has none.
-- A missing description comes from the older source.
create function newest_clases(newer jsonb, older jsonb) returns jsonb
  immutable parallel safe language sql
  return case when newer = '[]' then older else (
    select jsonb_agg(jsonb_build_object('clase', n.clase, 'cobertura', coalesce(n.cobertura, o.cobertura)) order by n.clase)
      from jsonb_to_recordset(newer) as n (clase smallint, cobertura text)
      left join jsonb_to_recordset(older) as o (clase smallint, cobertura text) using (clase)
  ) end;

-- Merges the persons of two sources: for each role the persons of the newer source, or of the older source if the newer
-- source has none. A missing country comes from the older source.
create function newest_personas(newer jsonb, older jsonb) returns jsonb
  immutable parallel safe language sql
  return (
    select coalesce(jsonb_agg(jsonb_build_object('rol', rol, 'nombre', nombre, 'pais', pais)
                              order by rol, nombre collate "C", pais), '[]')
      from (select n.rol, n.nombre,
                   coalesce(n.pais, (select min(o.pais)
                                       from jsonb_to_recordset(older) as o (rol text, nombre text, pais text)
                                      where o.rol = n.rol and o.nombre = n.nombre)) as pais
              from jsonb_to_recordset(newer) as n (rol text, nombre text, pais text)
            union
            select o.rol, o.nombre, o.pais
              from jsonb_to_recordset(older) as o (rol text, nombre text, pais text)
             where o.rol not in (select n.rol from jsonb_to_recordset(newer) as n (rol text))) as merged
  );

-- Merges two records: a blank value of the preferred record comes from the other record. Either record may be null.
create function merge_records(preferred mark_record, other mark_record) returns mark_record
  immutable parallel safe language sql
  return case when other is null then preferred when preferred is null then other else row(
    coalesce((preferred).nro_registro, (other).nro_registro),
    coalesce(nullif((preferred).denominacion, ''), (other).denominacion),
    coalesce((preferred).estado, (other).estado),
    case when (preferred).estado is null then (other).estado_oficina else (preferred).estado_oficina end,
    coalesce(nullif((preferred).tipo_signo, 'OTRA'), (other).tipo_signo),
    coalesce((preferred).fecha_presentacion, (other).fecha_presentacion),
    coalesce((preferred).fecha_publicacion, (other).fecha_publicacion),
    coalesce((preferred).fecha_registro, (other).fecha_registro),
    coalesce((preferred).fecha_vencimiento, (other).fecha_vencimiento),
    newest_clases((preferred).clases, (other).clases),
    newest_personas((preferred).personas, (other).personas)
  )::mark_record end;

-- Returns the earlier classes if the present list is empty or lacks a description that the earlier list has; else [].
create function kept_clases(present jsonb, earlier jsonb) returns jsonb
  immutable parallel safe language sql
  return case when present = '[]' or exists (
    select
      from jsonb_to_recordset(present) as p (clase smallint, cobertura text)
      join jsonb_to_recordset(earlier) as e (clase smallint, cobertura text) using (clase)
     where p.cobertura is null and e.cobertura is not null
  ) then earlier else '[]' end;

-- Returns all earlier persons if the present list is empty, else the earlier persons whose country the present list lacks.
create function kept_personas(present jsonb, earlier jsonb) returns jsonb
  immutable parallel safe language sql
  return case when present = '[]' then earlier else (
    select coalesce(jsonb_agg(e.person order by e.person ->> 'rol', e.person ->> 'nombre' collate "C"), '[]')
      from jsonb_array_elements(earlier) as e (person)
     where e.person ->> 'pais' is not null and present @> jsonb_build_array(e.person || '{"pais": null}')
  ) end;

-- Returns the values that a record lacks and an earlier record has, as a record; null if there is no such value.
create function kept_values(record mark_record, earlier mark_record) returns mark_record
  immutable parallel safe language sql
  return nullif(row(
    case when (record).nro_registro is null then (earlier).nro_registro end,
    case when (record).denominacion = '' then (earlier).denominacion else '' end,
    case when (record).estado is null then (earlier).estado end,
    case when (record).estado is null then (earlier).estado_oficina end,
    case when (record).tipo_signo = 'OTRA' then (earlier).tipo_signo else 'OTRA' end,
    null,
    case when (record).fecha_publicacion is null then (earlier).fecha_publicacion end,
    case when (record).fecha_registro is null then (earlier).fecha_registro end,
    case when (record).fecha_vencimiento is null then (earlier).fecha_vencimiento end,
    coalesce(kept_clases((record).clases, (earlier).clases), '[]'),
    coalesce(kept_personas((record).personas, (earlier).personas), '[]')
  )::mark_record, row(null, '', null, null, 'OTRA', null, null, null, null, '[]', '[]')::mark_record);

-- Returns the names of the fields in which a record has a value. A status that is in no catalog does not count as a value,
-- because the text of the office may be a placeholder.
create function filled_fields(r mark_record) returns text[]
  immutable parallel safe language sql
  return array_remove(array[
    case when (r).nro_registro is not null then 'nroRegistro' end,
    case when (r).denominacion <> '' then 'denominacion' end,
    case when (r).estado <> 'SIN_CLASIFICAR' then 'estado' end,
    case when (r).tipo_signo <> 'OTRA' then 'tipoSigno' end,
    case when (r).fecha_publicacion is not null then 'fechaPublicacion' end,
    case when (r).fecha_registro is not null then 'fechaRegistro' end,
    case when (r).fecha_vencimiento is not null then 'fechaVencimiento' end,
    case when (r).clases <> '[]' then 'clases' end,
    case when (r).personas <> '[]' then 'personas' end
  ], null);

-- Returns the pairs of dates of a record that are in the wrong order, each as the later and the earlier step of the
-- procedure. An expiry on the day of the filing or registration is in the wrong order, too.
create function reversed_days(r mark_record) returns text[]
  immutable parallel safe language sql
  return array_remove(array[
    case when (r).fecha_publicacion < (r).fecha_presentacion then 'fechaPublicacion fechaPresentacion' end,
    case when (r).fecha_registro < (r).fecha_presentacion then 'fechaRegistro fechaPresentacion' end,
    case when (r).fecha_registro < (r).fecha_publicacion then 'fechaRegistro fechaPublicacion' end,
    case when (r).fecha_vencimiento <= (r).fecha_registro then 'fechaVencimiento fechaRegistro' end,
    case when (r).fecha_vencimiento <= (r).fecha_presentacion then 'fechaVencimiento fechaPresentacion' end
  ], null);

-- Returns whether a representative has become applicant or holder, or the reverse. A person who has or had both roles does
-- not count.
create function has_swapped_persons(before jsonb, after jsonb) returns boolean
  immutable parallel safe language sql
  return exists (
    select
      from (select nombre, bool_or(rol = 'REPRESENTANTE') as represents, bool_or(rol <> 'REPRESENTANTE') as owns
              from jsonb_to_recordset(before) as b (rol text, nombre text)
             group by nombre) as b
      join (select nombre, bool_or(rol = 'REPRESENTANTE') as represents, bool_or(rol <> 'REPRESENTANTE') as owns
              from jsonb_to_recordset(after) as a (rol text, nombre text)
             group by nombre) as a using (nombre)
     where b.represents <> a.represents and b.owns <> a.owns
  );

-- Returns the letters and digits of a text in lower case, without accents.
create function letters_of(words text) returns text
  immutable parallel safe language sql
  return lower(regexp_replace(normalize(words, nfd), '[^[:alnum:]]', '', 'g'));

-- Returns whether the representatives (or, if `represents` is false, the applicants and holders) have changed. Names are
-- compared by letters_of. An empty list does not differ from another list.
create function has_other_persons(before jsonb, after jsonb, represents boolean) returns boolean
  immutable parallel safe language sql
  return (
    select bool_or(a.letters is null or b.letters is null) and bool_or(a.letters is not null)
           and bool_or(b.letters is not null)
      from (select letters_of(nombre) as letters
              from jsonb_to_recordset(before) as b (rol text, nombre text)
             where (rol = 'REPRESENTANTE') = represents) as b
      full join (select letters_of(nombre) as letters
                   from jsonb_to_recordset(after) as a (rol text, nombre text)
                  where (rol = 'REPRESENTANTE') = represents) as a using (letters)
  );

-- Returns whether all countries of a person with an unchanged name have changed.
create function has_other_countries(before jsonb, after jsonb) returns boolean
  immutable parallel safe language sql
  return exists (
    select
      from (select letters_of(nombre) as letters, pais from jsonb_to_recordset(before) as b (nombre text, pais text)) as b
      join (select letters_of(nombre) as letters, pais from jsonb_to_recordset(after) as a (nombre text, pais text)) as a
           using (letters)
     where a.pais is not null and b.pais is not null
     group by letters
    having not array_agg(a.pais) && array_agg(b.pais)
  );

-- Returns whether the goods and services of a class have changed, compared by letters_of.
create function has_other_goods(before jsonb, after jsonb) returns boolean
  immutable parallel safe language sql
  return exists (
    select
      from jsonb_to_recordset(before) as b (clase integer, cobertura text)
      join jsonb_to_recordset(after) as a (clase integer, cobertura text) using (clase)
     where b.cobertura <> a.cobertura and letters_of(b.cobertura) <> letters_of(a.cobertura)
  );

-- Returns whether an expiry date has moved to a later year on the same day; 29 February may become 28 February.
create function is_renewed(before date, after date) returns boolean
  immutable parallel safe language sql
  return after > before
     and before + make_interval(years => (extract(year from after) - extract(year from before))::integer) = after;

-- Returns the fields of persons, classes and goods (see changed_identity) in which a record has a value.
create function filled_details(r mark_record) returns text[]
  immutable parallel safe language sql
  return array_remove(array[
    case when (r).personas @> '[{"rol": "TITULAR"}]' or (r).personas @> '[{"rol": "SOLICITANTE"}]' then 'titulares' end,
    case when (r).personas @> '[{"rol": "REPRESENTANTE"}]' then 'representantes' end,
    case when jsonb_path_exists((r).personas, '$[*].pais ? (@ != null)') then 'paises' end,
    case when (r).clases <> '[]' then 'otrasClases' end,
    case when jsonb_path_exists((r).clases, '$[*].cobertura ? (@ != null)') then 'coberturas' end
  ], null);

-- Returns the fields whose values differ from an earlier record. A blank does not differ from a value, and the letter case
-- of names does not count. A renewal (is_renewed) changes neither `fechaVencimiento` nor `nroRegistro`. Persons and classes
-- have several fields:
-- - `personas`: a representative has become applicant or holder, or the reverse.
-- - `titulares`: the applicants or holders have changed.
-- - `representantes`: the representatives have changed.
-- - `paises`: all countries of a person have changed.
-- - `clases`: no earlier class remains.
-- - `menosClases`: some classes are missing, and no class is new.
-- - `otrasClases`: the numbers of the classes differ in any way.
-- - `coberturas`: the goods and services of a class have changed.
create function changed_identity(before mark_record, after mark_record) returns text[]
  immutable parallel safe language sql
  return array_remove(array[
    case when (before).denominacion <> (after).denominacion and '' not in ((before).denominacion, (after).denominacion)
          and lower((before).denominacion) <> lower((after).denominacion) then 'denominacion' end,
    case when 'OTRA' not in ((before).tipo_signo, (after).tipo_signo) and (before).tipo_signo <> (after).tipo_signo
         then 'tipoSigno' end,
    case when (before).fecha_presentacion <> (after).fecha_presentacion then 'fechaPresentacion' end,
    case when (before).fecha_publicacion <> (after).fecha_publicacion then 'fechaPublicacion' end,
    case when (before).fecha_registro <> (after).fecha_registro then 'fechaRegistro' end,
    case when (before).fecha_vencimiento <> (after).fecha_vencimiento
          and not is_renewed((before).fecha_vencimiento, (after).fecha_vencimiento) then 'fechaVencimiento' end,
    case when (before).nro_registro <> (after).nro_registro
          and is_renewed((before).fecha_vencimiento, (after).fecha_vencimiento) is not true then 'nroRegistro' end,
    case when (before).personas <> (after).personas
          and has_swapped_persons((before).personas, (after).personas) then 'personas' end,
    case when (before).personas <> (after).personas
          and has_other_persons((before).personas, (after).personas, false) then 'titulares' end,
    case when (before).personas <> (after).personas
          and has_other_persons((before).personas, (after).personas, true) then 'representantes' end,
    case when (before).personas <> (after).personas
          and has_other_countries((before).personas, (after).personas) then 'paises' end,
    case when (before).clases <> (after).clases and '[]' not in ((before).clases, (after).clases)
          and not exists (select
                            from jsonb_array_elements((before).clases) as b
                            join jsonb_array_elements((after).clases) as a on a -> 'clase' = b -> 'clase') then 'clases' end,
    case when (before).clases <> (after).clases and (after).clases <> '[]'
          and jsonb_array_length((after).clases) < jsonb_array_length((before).clases)
          and not exists (select
                            from jsonb_array_elements((after).clases) as a
                           where not (before).clases @> jsonb_build_array(jsonb_build_object('clase', a -> 'clase')))
         then 'menosClases' end,
    case when (before).clases <> (after).clases and '[]' not in ((before).clases, (after).clases)
          and jsonb_path_query_array((before).clases, '$[*].clase') <> jsonb_path_query_array((after).clases, '$[*].clase')
         then 'otrasClases' end,
    case when (before).clases <> (after).clases and has_other_goods((before).clases, (after).clases) then 'coberturas' end
  ], null);

-- Functions of a run that need the rights of the owner

-- These functions update the planner's statistics after a large load, before autovacuum does. Only an owner may analyze.
create function analyze_staged() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze staged_row, staged_entry;
end
$$;

create function analyze_corpus() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze brand, brand_detail, brand_annotation, source_record, brand_listing, sheet_mark, change_set, brand_change;
end
$$;

-- Replaces the sample by the register permanently: deletes every sample record and revokes the key of the sample. Returns
-- false if the corpus was the register already. trademark_ingest itself may change neither keys nor the audit log.
create function end_sample() returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update corpus_state set kind = 'register', corpus_date = null where kind = 'sample';
  if not found then
    return false;
  end if;
  delete from brand;
  delete from brand_detail;
  delete from brand_listing;
  delete from brand_annotation;
  delete from brand_change;
  delete from change_set where first_seq < (select max(first_seq) from change_set); -- the feed continues after the sample
  delete from source_record;
  delete from sheet;
  delete from sheet_mark;
  delete from bulletin_edition;
  delete from source_file;
  delete from portal_number;
  update portal_state set newest = 0; -- the rate limit of the portal is not part of the sample
  delete from sync_run where sample;
  -- Revokes the key that the first start created, and the keys that replaced it by rotation. Keys that an operator created
  -- stay active, even if their consumer has the same name.
  with recursive ready as (
    select k.key_id, k.revoked_at
      from api_key as k
      join consumer as c using (consumer_id)
      join key_event as e on e.key_id = k.key_id and e.action = 'create' and e.actor = 'npm start'
     where c.name = 'sample'
     union
    select k.key_id, k.revoked_at
      from api_key as k
      join ready on k.replaces = ready.key_id
  ), ended as (
    update api_key as k
       set revoked_at = clock_timestamp()
      from ready
     where k.key_id = ready.key_id and coalesce(k.revoked_at, 'infinity') > clock_timestamp()
    returning k.key_id, ready.revoked_at as before, k.revoked_at as after
  )
  insert into key_event (key_id, action, actor, reason, change)
  select key_id, 'revoke', 'sync', 'the corpus became the register',
         jsonb_build_object('revokedAt', jsonb_build_object('from', rfc3339(before), 'to', rfc3339(after)))
    from ended;
  return true;
end
$$;

revoke execute on function analyze_staged(), analyze_corpus(), end_sample() from public;
grant execute on function analyze_staged(), analyze_corpus(), end_sample() to trademark_ingest;

-- Backup

-- One row for each backup. While a backup is made, its row keeps other processes from making the same backup.
create table backup_run (
  backup_id bigint generated always as identity primary key,
  kind text not null check (kind in ('keys', 'corpus')),
  place text not null,                                         -- description of the target; each target has its own backups
  started_at timestamptz not null default clock_timestamp(),
  taken_at timestamptz,                                        -- time of its snapshot
  finished_at timestamptz,
  name text,                                                   -- name at the target; null unless the backup is complete
  bytes bigint,
  error_message text,
  check ((name is null) = (bytes is null)),
  check (name is null or (finished_at is not null and taken_at is not null and error_message is null))
);
create index backup_run_of_kind on backup_run (kind, place, started_at desc);

grant select on backup_run to trademark_serve, trademark_ingest; -- the health reports the age of the newest backup
