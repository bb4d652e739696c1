-- Deletes the runs on the sample office from the history of a register, also those that were refused.
delete from sync_run where sample and (select kind = 'register' from corpus_state)
