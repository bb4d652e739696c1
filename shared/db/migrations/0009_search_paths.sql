-- additive
-- A temporary table of whoever builds an index must not stand before its tables: pg_temp comes last in every path. And
-- what drops a past index waits for searches that have begun in it, not for what takes longer, such as a dump; then the
-- next build does it.

create or replace function create_search_tables(home text) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('create schema %I', home);
  execute format('grant usage on schema %I to trademark_serve, trademark_ingest', home);
  perform set_config('search_path', quote_ident(home) || ', public, pg_temp', true);

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

create or replace function create_search_indexes(home text) returns void
  language plpgsql set search_path = public, pg_temp set maintenance_work_mem = '256MB' as $$
begin
  perform set_config('search_path', quote_ident(home) || ', public, pg_temp', true);

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

alter function drop_past_search() set lock_timeout = '6s';
