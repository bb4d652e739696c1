-- Counts an applied run, so that other runs compare again.
update corpus_state set applied = applied + 1
