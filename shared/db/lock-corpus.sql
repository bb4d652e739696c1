-- One writer of the corpus at a time, until the end of the transaction.
select pg_advisory_xact_lock(hashtext('trademark corpus'))
