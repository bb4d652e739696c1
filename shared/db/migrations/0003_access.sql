-- additive
-- Who may read, and how much. Nothing here refers to the corpus: the two are backed up at different times.

create table consumer (
  consumer_id bigint generated always as identity primary key,
  name text not null unique check (char_length(name) between 1 and 100),
  created_at timestamptz not null default clock_timestamp()
);

-- What a key, and every key it was rotated to, has spent. Written on every granted request: one narrow row
-- with free room in its page and no index on what changes, so that the update never touches an index.
create table usage_counter (
  counter_id bigint generated always as identity primary key,
  month date not null,                                        -- first day, in America/Santiago
  month_used bigint not null default 0 check (month_used >= 0),
  window_opened_at timestamptz not null default '-infinity',  -- the 60 s burst window
  window_used integer not null default 0
) with (fillfactor = 50);

-- Months that are over, written once when a counter moves on to the next.
create table usage_past_month (
  counter_id bigint not null references usage_counter,
  month date not null,
  used bigint not null,
  primary key (counter_id, month)
);

create table api_key (
  key_id bigint generated always as identity primary key,
  public_id text not null unique,
  secret_hash bytea not null unique check (octet_length(secret_hash) = 32), -- SHA-256; the key is nowhere
  consumer_id bigint not null references consumer,
  counter_id bigint not null references usage_counter,
  scopes text[] not null,                                     -- empty: unrestricted
  monthly_quota bigint not null check (monthly_quota >= 0),
  burst_per_minute integer not null check (burst_per_minute >= 1),
  created_at timestamptz not null default clock_timestamp(),
  expires_on date,                                            -- valid through the end of that day in Chile
  revoked_at timestamptz,                                     -- in the future while a rotated key overlaps
  replaces bigint unique references api_key,                  -- the key that this one was rotated from
  last_used_at timestamptz                                    -- kept to the minute
);
create index api_key_of_counter on api_key (counter_id);
create index api_key_of_consumer on api_key (consumer_id);

-- Every create, rotate, revoke and change: what, when, by whom, why.
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

-- Why a counter has nothing left for a key, in a month and at a time; null when it has. The month goes first.
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

-- A key as the operator sees it, in the words of the command line.
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

grant select on api_key to trademark_serve;
grant update (last_used_at) on api_key to trademark_serve;
grant select, update on usage_counter to trademark_serve;
grant insert on usage_past_month to trademark_serve;
