-- Declares that the corpus is a register, so that no sample is loaded.
update corpus_state set kind = 'register'
