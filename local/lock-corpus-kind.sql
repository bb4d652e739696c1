-- Returns the kind of the corpus, and keeps it unchanged until the end of the transaction.
select kind from corpus_state for share
