-- Takes the lock of the writers of the corpus, until the end of the transaction.
select pg_advisory_xact_lock(hashtext('trademark corpus'))
