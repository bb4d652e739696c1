-- Adds a version of the corpus.
insert into search.version (version) values ($version::integer) on conflict do nothing
