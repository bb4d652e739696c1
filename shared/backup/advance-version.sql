-- Increases the version of a restored corpus beyond every version that the lost database can have served, so that no
-- cursor or ETag of a client matches a different corpus. Assumes that fewer than 1,000,000 runs were applied since the backup.
update corpus_state set version = version + 1000000
