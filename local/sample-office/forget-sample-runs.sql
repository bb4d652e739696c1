-- A register has no run of the made-up office in its history, not even one that was refused.
delete from sync_run where sample and (select kind = 'register' from corpus_state)
