-- Adds a version of the corpus to the index, unless the index has it.
insert into search.version (version) values ($version::integer) on conflict do nothing
