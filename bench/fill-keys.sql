-- Creates unrestricted keys, each with its own counter and limits that no run reaches.
with owner as (
  insert into consumer (name) values ('bench') returning consumer_id
), wanted as (
  select row_number() over () as place, public_id, secret_hash
    from unnest($public_ids::text[], $secret_hashes::bytea[]) as wanted (public_id, secret_hash)
), counter as (
  insert into usage_counter (month) select chilean_month(clock_timestamp()) from wanted returning counter_id
), numbered as (
  select row_number() over () as place, counter_id from counter
)
insert into api_key (public_id, secret_hash, consumer_id, counter_id, scopes, monthly_quota, burst_per_minute)
select public_id, secret_hash, consumer_id, counter_id, '{}', 1000000000000, 1000000
  from owner cross join wanted join numbered using (place)
