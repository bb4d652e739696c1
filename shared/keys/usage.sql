-- Returns the usage of each counter in a month, with the newest key of the counter; a rotated key and its successor share
-- a counter.
select newest.public_id as "id",
       consumer.name as "consumer",
       to_char(wanted.month, 'YYYY-MM') as "month",
       coalesce(past.used, case when c.month = wanted.month then c.month_used end, 0)::bigint as "used",
       newest.monthly_quota as "monthlyQuota"
  from (select coalesce($month::date, chilean_month(clock_timestamp())) as month) as wanted
 cross join usage_counter as c
  join lateral (
         select * from api_key as k where k.counter_id = c.counter_id order by k.key_id desc limit 1
       ) as newest on true
  join consumer using (consumer_id)
  left join usage_past_month as past on past.counter_id = c.counter_id and past.month = wanted.month
 where $id::text is null
    or c.counter_id = (select k.counter_id from api_key as k where k.public_id = $id)
 order by consumer.name, newest.key_id
