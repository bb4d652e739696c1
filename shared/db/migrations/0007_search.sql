-- breaking
-- The search index: tables in a schema of their own, so that one that was built anew can take their place as a whole.
-- What it holds of a mark is a function of that mark alone, made by shared/search; nothing in it counts others. It
-- takes the place of the plain search that was here before.

drop index brand_textbook_words, brand_textbook_letters;
drop function textbook_fold(text);
create extension if not exists fuzzystrmatch;

-- Makes a schema with the empty tables of an index. A mark is in it from the version of the corpus that brought it
-- (`since`) until the one that changed it (`until`), so that a walk goes on in the corpus in which it began; what has
-- ended is kept for a day.
create function create_search_tables(home text) returns void
  language plpgsql set search_path = public as $$
begin
  execute format('create schema %I', home);
  execute format('grant usage on schema %I to trademark_serve, trademark_ingest', home);
  perform set_config('search_path', quote_ident(home) || ', public', true);

  -- Which rules of shared/search have made it; 0: none has.
  create table rules (
    only_row boolean primary key default true check (only_row),
    version integer not null
  );
  insert into rules (version) values (0);

  -- The versions of the corpus that it can be searched in: the present one, and those of the last day.
  create table version (
    version integer primary key,
    created_at timestamptz not null default clock_timestamp()
  );
  insert into version (version) select c.version from corpus_state as c;

  create table mark (
    nro_solicitud bigint not null,
    since integer not null,
    until integer,                       -- null: it is so now
    name text collate "C" not null,      -- its words, folded, with a space between them
    weight smallint not null,            -- of all of these words, in quarters of a letter
    shares smallint[] not null,          -- of each of them in the name, in thousandths
    sound text collate "C" not null,     -- how all of its words sound, as one
    clases bigint not null,              -- a bit for each class, counted from 0
    estado estado not null,
    tipo_signo tipo_signo not null,
    fecha_presentacion date not null
  );

  create table posting (
    word text collate "C" not null,
    share smallint not null,
    nro_solicitud bigint not null,
    clases bigint not null,
    estado estado not null,
    tipo_signo tipo_signo not null,
    fecha_presentacion date not null,
    since integer not null,
    until integer
  );

  create table word (
    word text collate "C" not null,
    since integer not null default 0,
    sound text collate "C" not null,
    deletions integer[] not null         -- hashes of what is left of it without some of its letters
  );

  -- Scans of an index alone, without its table, need the work of vacuum; the usual share of a large table is too late.
  alter table mark set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
    autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000);
  alter table posting set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
    autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000);

  grant select on rules, version, mark, posting, word to trademark_serve, trademark_ingest;
  grant insert, delete on version, word to trademark_ingest;
  grant insert, update, delete on mark, posting to trademark_ingest;
end
$$;

-- Makes their indexes, which is much faster once they are filled.
create function create_search_indexes(home text) returns void
  language plpgsql set search_path = public set maintenance_work_mem = '256MB' as $$
begin
  perform set_config('search_path', quote_ident(home) || ', public', true);

  create unique index mark_of_number on mark (nro_solicitud, since);
  create index mark_by_sound on mark (sound, nro_solicitud desc);
  create index mark_by_words on mark using gin (array_to_tsvector(string_to_array(name, ' '))) with (fastupdate = off);
  create index mark_ended on mark (until) where until is not null;

  -- A word's marks, those that it is most of first, with all that a filter asks: none of them has to be fetched.
  create unique index posting_by_share on posting (word, share desc, nro_solicitud desc, since)
    include (until, clases, estado, tipo_signo, fecha_presentacion);
  create index posting_ended on posting (until) where until is not null;

  create unique index word_by_letters on word (word);
  create index word_by_ending on word (reverse(word));
  create index word_by_deletions on word using gin (deletions) with (fastupdate = off);
end
$$;

select create_search_tables('search');
select create_search_indexes('search');

-- An index is built anew beside the present one, in one transaction, and takes its place by its name: no search waits
-- for another lock than that of a row of the catalog. The owner's rights, because a run may have to do so, too.
create function begin_search_build() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  drop schema if exists search_next, search_past cascade; -- a build that died before its last step has left it
  perform create_search_tables('search_next');
end
$$;

create function finish_search_build(by_rules integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform create_search_indexes('search_next');
  update search_next.rules set version = by_rules;
  analyze search_next.mark, search_next.posting, search_next.word;
  alter schema search rename to search_past;
  alter schema search_next rename to search;
end
$$;

-- Its last step, once it has been committed: it waits for searches that have begun in the old index.
create function drop_past_search() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  drop schema if exists search_past cascade;
end
$$;

revoke execute on function create_search_tables(text), create_search_indexes(text), begin_search_build(),
  finish_search_build(integer), drop_past_search() from public;
grant execute on function begin_search_build(), finish_search_build(integer), drop_past_search() to trademark_ingest;

-- What a run has to say to the index: the names of the marks that it changes, and their words.
create unlogged table staged_name (
  run_id bigint not null,
  nro_solicitud bigint not null,
  name text collate "C" not null,        -- empty: not to be found by a name
  weight smallint not null,
  shares smallint[] not null,
  sound text collate "C" not null
);
create unlogged table staged_word (
  run_id bigint not null,
  word text collate "C" not null,
  sound text collate "C" not null,
  deletions integer[] not null
);
grant select, insert, delete on staged_name, staged_word to trademark_ingest;

-- The planner's figures after a large load, for the index, too.
create or replace function analyze_corpus() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze brand, brand_class, brand_person, brand_source, brand_listing, search.mark, search.posting, search.word;
end
$$;
