-- additive
-- What a synchronization needs besides the corpus: the rows that it read and could not use, the room in which it
-- puts what it read next to what is known, and the end of the made-up office.

alter table sync_run
  add column sample boolean not null default false,            -- of the made-up office
  add column unclassified_estados integer not null default 0,  -- marks whose status is in no catalog
  add column unclassified_tipos integer not null default 0;    -- marks whose kind of sign is in no catalog

-- Runs that compared us with their source: when the last one ended, and how far the office's date goes.
create index sync_run_compared on sync_run (source, finished_at desc)
  where status = 'succeeded' or (status = 'skipped' and error_code is null);
create index sync_run_dated on sync_run (source, source_date desc)
  where status = 'succeeded' or (status = 'skipped' and error_code is null);

-- What is said of a run that nobody goes on with.
create function interruption() returns text
  immutable parallel safe language sql
  return 'The run ended before it was done; nothing of it was applied.';

-- A run as a reader is told of it: one that was not heard of for 60 s has failed, also while nobody has closed it
-- yet. Whoever closes it later writes the same.
create view sync_run_told as
select r.run_id, r.source, r.trigger, r.started_at, r.source_date, r.rows_read, r.inserted, r.updated,
       r.unchanged, r.rejected, r.sample, r.unclassified_estados, r.unclassified_tipos, r.lease_owner, lost.yes as lost,
       case when lost.yes then 'failed' else r.status end as status,
       case when lost.yes then r.heartbeat_at + interval '60 seconds' else r.finished_at end as finished_at,
       case when lost.yes then 'interrupted' else r.error_code end as error_code,
       case when lost.yes then interruption() else r.error_message end as error_message
  from sync_run as r
 cross join lateral (
         select r.status = 'running' and r.heartbeat_at < statement_timestamp() - interval '60 seconds' as yes
       ) as lost;

grant select on sync_run_told to trademark_serve, trademark_ingest;

-- Rows of a source that could not be used, each with its reason. The rest of what the row said is not kept: it may
-- name a person, and the office's own file has it.
create table sync_rejection (
  rejection_id bigint generated always as identity primary key,
  run_id bigint not null references sync_run on delete cascade,
  sheet text not null,                                         -- name of the file
  row_number integer not null,                                 -- as the file counts it, from 1
  nro_solicitud bigint,                                        -- where it could be read
  reason text not null
);
create index sync_rejection_of_run on sync_rejection (run_id, rejection_id);

grant select, insert on sync_rejection to trademark_ingest; -- read by the command line alone, not by who serves

-- What a source said of a mark when it last changed it, in short: what says the same again costs no write.
alter table brand_source add column digest uuid;

-- The listing is derived from brand and its classes, row by row in the transaction that changes them, as an index
-- would be: checking each of its rows against its brand made loading a million marks half as fast again.
alter table brand_listing drop constraint brand_listing_nro_solicitud_fkey;

-- Rows as they were read, several a mark where a sheet has one for each class. Unlogged: a crash of the database
-- empties it, and the run that filled it has failed then anyway. `run_id` keeps the rows of a run that was given
-- up for lost, and goes on all the same, out of the next one.
create unlogged table staged_row (
  run_id bigint not null,
  sheet smallint not null,                                     -- which of the run's sheets, oldest edition first
  row_number integer not null,
  nro_solicitud bigint not null,
  rejected boolean not null,                                   -- then nothing below is there
  fecha_fuente date not null,
  nro_registro text,
  denominacion text,
  estado estado,
  estado_oficina text,
  tipo_signo tipo_signo,
  fecha_presentacion date,
  fecha_publicacion date,
  fecha_registro date,
  fecha_vencimiento date,
  clases jsonb,                                                -- [{clase, cobertura}] by clase
  personas jsonb                                               -- [{rol, nombre, pais}] by rol, then nombre
);

-- One row for each mark that is new or differs.
create unlogged table staged_mark (
  run_id bigint not null,
  nro_solicitud bigint not null,
  known boolean not null,                                      -- the corpus has it already
  outdated boolean not null,                                   -- from a newer edition than this one
  fecha_fuente date not null,
  digest uuid not null,
  nro_registro text,
  denominacion text not null,
  estado estado not null,
  estado_oficina text not null,
  tipo_signo tipo_signo not null,
  fecha_presentacion date not null,
  fecha_publicacion date,
  fecha_registro date,
  fecha_vencimiento date,
  clases jsonb not null,
  personas jsonb not null
);

grant select, insert, delete on staged_row, staged_mark to trademark_ingest;

-- The planner's figures after a large load, which would otherwise come with autovacuum's next round. The owner's
-- rights: only an owner may analyze.
create function analyze_staged() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze staged_row;
end
$$;

create function analyze_corpus() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze brand, brand_class, brand_person, brand_source, brand_listing;
end
$$;

revoke execute on function analyze_staged(), analyze_corpus() from public;
grant execute on function analyze_staged(), analyze_corpus() to trademark_ingest;

-- What a mark's rows say of its classes, as one list: each class once, by number, with all that was said of it.
create function merge_clases(lists jsonb) returns jsonb
  immutable parallel safe language sql
  return (
    select coalesce(jsonb_agg(jsonb_build_object('clase', clase, 'cobertura', cobertura) order by clase), '[]')
      from (select (entry -> 'clase')::smallint as clase, string_agg(distinct entry ->> 'cobertura', '; ') as cobertura
              from jsonb_array_elements(lists) as list, jsonb_array_elements(list) as entry
             group by 1) as merged
  );

-- The same for its persons: each once, by role, then name; one whose country is told somewhere is not there without.
create function merge_personas(lists jsonb) returns jsonb
  immutable parallel safe language sql
  return (
    select coalesce(jsonb_agg(entry order by entry ->> 'rol', entry ->> 'nombre' collate "C", entry ->> 'pais'), '[]')
      from (select entry, count(entry ->> 'pais') over (partition by entry ->> 'rol', entry ->> 'nombre') as countries
              from (select distinct entry
                      from jsonb_array_elements(lists) as list, jsonb_array_elements(list) as entry) as told) as merged
     where countries = 0 or entry ->> 'pais' is not null
  );

-- Turns the sample into the register, for good: nothing made up stays, and the ready key to it ends. True when it
-- was a sample until now. Its owner's rights, because who ingests may touch neither keys nor their trail.
create function end_sample() returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update corpus_state set kind = 'register' where kind = 'sample';
  if not found then
    return false;
  end if;
  delete from brand;
  delete from brand_listing;
  delete from brand_annotation;
  delete from sync_run where sample;
  -- The key that a start has made ready, and whatever it was rotated to. Keys that an operator made stay, also those
  -- of a consumer of that name.
  with recursive ready as (
    select k.key_id, k.revoked_at
      from api_key as k
      join consumer as c using (consumer_id)
      join key_event as e on e.key_id = k.key_id and e.action = 'create' and e.actor = 'npm start'
     where c.name = 'sample'
     union
    select k.key_id, k.revoked_at
      from api_key as k
      join ready on k.replaces = ready.key_id
  ), ended as (
    update api_key as k
       set revoked_at = clock_timestamp()
      from ready
     where k.key_id = ready.key_id and coalesce(k.revoked_at, 'infinity') > clock_timestamp()
    returning k.key_id, ready.revoked_at as before, k.revoked_at as after
  )
  insert into key_event (key_id, action, actor, reason, change)
  select key_id, 'revoke', 'sync', 'the corpus became the register',
         jsonb_build_object('revokedAt', jsonb_build_object('from', rfc3339(before), 'to', rfc3339(after)))
    from ended;
  return true;
end
$$;
revoke execute on function end_sample() from public;
grant execute on function end_sample() to trademark_ingest;
