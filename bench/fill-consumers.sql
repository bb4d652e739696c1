-- A consumer for each key, with one call in a burst: the second one is refused.
with wanted as (
  select key_id, 'consumer ' || row_number() over (order by key_id) as name from api_key
), made as (
  insert into consumer (name) select name from wanted returning consumer_id, name
)
update api_key as k
   set consumer_id = made.consumer_id, burst_per_minute = 1
  from wanted join made using (name)
 where k.key_id = wanted.key_id
