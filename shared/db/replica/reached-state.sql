-- Which state of the corpus a server has reached, in the number that admission tells, and whether it only follows another.
select pg_is_in_recovery() as following,
       (select (date_part('epoch', created_at) * 1000000)::bigint
          from search.version order by version desc limit 1) as state
