-- Returns whether a server is a replica, and the state of its corpus: the creation time of the newest corpus version in
-- microseconds. On the primary, the column corpus_version of admit_calls has the same number.
select pg_is_in_recovery() as following,
       (select (date_part('epoch', created_at) * 1000000)::bigint
          from search.version order by version desc limit 1) as state
