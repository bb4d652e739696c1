-- How many editions of the bulletin are known besides one, of the newest twenty, and how many entries they usually have.
select count(*) as editions, percentile_cont(0.5) within group (order by entries) as usual
  from (select entries
          from bulletin_edition
         where taken_at is not null and day <> $day
         order by day desc
         limit 20) as newest
