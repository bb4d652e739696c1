-- Returns whether a server is a replica, and the creation time of its newest corpus version in microseconds: the number
-- by which admission also identifies the state of the corpus.
select pg_is_in_recovery() as following,
       (select (date_part('epoch', created_at) * 1000000)::bigint
          from search.version order by version desc limit 1) as state
