-- Returns how many editions of the bulletin are stored (at most 20), and the median of their entries. Ignores the edition of
-- $day.
select count(*) as editions, percentile_cont(0.5) within group (order by entries) as median
  from (select entries
          from bulletin_edition
         where taken_at is not null and day <> $day
         order by day desc
         limit 20) as newest
