-- A version of the corpus that was told before the loss is never told again of another one: what clients kept with it
-- (where a walk stands, what they may reuse) must not fit by chance. There were fewer runs in between.
update corpus_state set version = version + 1000000
