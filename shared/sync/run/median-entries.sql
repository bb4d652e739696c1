-- Returns the number of the newest stored editions of the bulletin (at most 20, without the edition of $day), and the median
-- of their numbers of entries.
select count(*) as editions, percentile_cont(0.5) within group (order by entries) as median
  from (select entries
          from bulletin_edition
         where taken_at is not null and day <> $day
         order by day desc
         limit 20) as newest
