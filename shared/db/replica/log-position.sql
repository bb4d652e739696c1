-- Returns the position of a server in the write-ahead log, in bytes: on a primary the flushed position, on a replica the
-- replayed position.
select pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end,
                       '0/0')::bigint as position
