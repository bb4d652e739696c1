-- Returns the state of the corpus that a server has reached, as the number that admission returns, and whether it follows
-- a primary.
select pg_is_in_recovery() as following,
       (select (date_part('epoch', created_at) * 1000000)::bigint
          from search.version order by version desc limit 1) as state
