-- Returns whether a server is a replica, and the creation time of the newest corpus version in microseconds. The function
-- admit_calls must compute its column `corpus_version` in the same way.
select pg_is_in_recovery() as following,
       (select (date_part('epoch', created_at) * 1000000)::bigint
          from search.version order by version desc limit 1) as state
