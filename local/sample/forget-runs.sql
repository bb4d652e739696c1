-- Deletes the sync runs that read the sample office, whatever their status, if the corpus is now a register.
delete from sync_run where sample and (select kind = 'register' from corpus_state)
