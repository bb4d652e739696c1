-- Deletes the runs on the sample office, whatever their status, if the corpus is a register.
delete from sync_run where sample and (select kind = 'register' from corpus_state)
