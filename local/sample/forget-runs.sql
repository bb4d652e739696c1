-- If the corpus is now a register, deletes all runs that read sample data.
delete from sync_run where sample and (select kind = 'register' from corpus_state)
