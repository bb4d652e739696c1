-- Returns the number of stored editions of the bulletin, except the edition of $day, at most the newest 20, and the median of
-- their entries.
select count(*) as editions, percentile_cont(0.5) within group (order by entries) as median
  from (select entries
          from bulletin_edition
         where taken_at is not null and day <> $day
         order by day desc
         limit 20) as newest
