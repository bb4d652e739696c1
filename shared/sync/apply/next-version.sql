-- Increases and returns the version of the corpus, which is also the version of its search index.
update corpus_state set version = version + 1 returning version
