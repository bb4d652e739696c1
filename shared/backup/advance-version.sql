-- Increases the version of a restored corpus by 1,000,000. Otherwise, a cursor or ETag of the lost database could match a
-- different corpus. Assumes that fewer than 1,000,000 runs were applied since the backup.
update corpus_state set version = version + 1000000
