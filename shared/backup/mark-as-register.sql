-- Sets the kind of the corpus to register, so that the service does not load the sample.
update corpus_state set kind = 'register'
