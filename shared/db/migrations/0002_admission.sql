-- breaking
-- Admission and refunds as functions with the rights of the owner. The role that answers requests may call them; it can
-- no longer change a counter or a key itself.

-- The decision about one call, with the counters of its key after it.
create type admission as (
  place integer,                   -- of the call in the arguments, from 1
  public_id text,
  consumer text,
  verdict text,                    -- null: undecided, because another transaction had locked the counter
  counter_id bigint,
  charged_month date,              -- null: not charged
  corpus_version bigint,
  month date,
  month_quota bigint,
  month_used bigint,
  burst_quota integer,
  burst_used integer,
  window_opened_at timestamptz,
  now timestamptz
);

-- Returns the key with a hash if it is active. The limit keeps the planner from reading all keys.
create function active_key(hash bytea, at timestamptz) returns setof api_key
  stable language sql as $$
  select * from api_key as k where k.secret_hash = hash and key_state(k, at) = 'active' limit 1
$$;

-- Authenticates, authorizes and meters calls in their order, and returns a row for each call whose key is active.
--
-- Exact under any concurrency: counters are charged on their locked rows, and a call is granted as long as a unit is left
-- after the calls before it. All processes lock counters in the order of their ids. A call beyond a limit locks
-- and writes nothing. A clock that was set back opens neither a new window nor a new month.
--
-- With skip_locked, calls of a counter that another transaction has locked are undecided and not charged, so that one
-- counter does not delay the calls of the others.
create function admit_calls(
  secret_hashes bytea[],
  wanted_scopes text[],
  cached_versions text[],          -- of each call: corpus versions separated by commas, or null
  at timestamptz,                  -- null: the clock
  skip_locked boolean
) returns setof admission
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan rows 20 as $$
declare
  clock timestamptz := coalesce(at, clock_timestamp());
  this_month date := chilean_month(clock);
  version bigint;
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

  -- Its snapshot is taken after the locks: it has the charges of transactions that ended in between.
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
      -- A call whose cached response is still valid is charged to the burst alone.
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
    decision.month := greatest(counter.month, this_month);
    decision.month_quota := call.monthly_quota;
    decision.month_used := usage_in_month(counter, this_month);
    decision.burst_quota := call.burst_per_minute;
    decision.burst_used := case when burst_window_open(counter, clock) then counter.window_used else 0 end;
    -- Without an open window, the next call opens one.
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

-- Refunds a unit of the month. The conditions guard against a clock that has gone on to another month: a counter never
-- falls below what was granted.
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
revoke update on usage_counter from trademark_serve;
revoke insert on usage_past_month from trademark_serve;
revoke update (last_used_at) on api_key from trademark_serve;
