insert into search.version (version) values ($version::integer) on conflict do nothing
