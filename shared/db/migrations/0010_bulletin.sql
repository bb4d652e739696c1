-- additive
-- The daily status bulletin; what the sources were last seen to have; and which of them is right where they differ.

alter table brand_annotation add column estado estado;         -- the status that the event means, where it means one

-- What a source says of the status, whether it is right or another one: that of the bulletin is its annotations.
alter table brand_source
  add column estado estado,
  add column estado_oficina text;
update brand_source as s
   set estado = b.estado, estado_oficina = b.estado_oficina
  from brand as b
 where b.nro_solicitud = s.nro_solicitud and s.fuente <> 'bulletin';

-- A sheet that the office publishes under one name again and again, and the marks that its newest edition tells of. It
-- said all that is known of them, also where it changed nothing: so `fecha_fuente` of a mark need not be written daily.
create table sheet (
  sheet_id integer generated always as identity primary key,
  name text not null unique,                                   -- without the day and the kind of file
  edition date not null
);

create table sheet_mark (
  nro_solicitud bigint not null,
  sheet_id integer not null,
  primary key (nro_solicitud, sheet_id)
);

-- Moves with every run that was applied, also with one that shows nothing new: what was compared before is compared anew.
alter table corpus_state add column applied bigint not null default 0;

-- The editions of the bulletin that the office has listed, and which of them are in the corpus. `absent`: a day among
-- those that the office lists, and of which it has none.
create table bulletin_edition (
  day date primary key,
  listed_at timestamptz not null default clock_timestamp(),
  absent boolean not null default false,
  taken_at timestamptz,
  entries integer,
  sha256 text,                                                 -- of its files
  check ((taken_at is null) = (entries is null)),
  check (not absent or taken_at is null)
);

-- Files of a source as they were when they were last taken: what is still the same need not be read again.
create table source_file (
  source source not null,
  url text not null,
  day date not null,                                           -- the edition that it is
  sha256 text not null,
  etag text,
  last_modified text,
  software text not null,                                      -- the version that read it: another may read more
  primary key (source, url)
);

alter table sync_run
  add column scheduled_for timestamptz,                        -- the time of the schedule that the run is for
  add column fingerprint text,                                 -- of what was read: an operator accepts that, nothing else
  add column input jsonb;                                      -- the files that an operator named
create unique index sync_run_of_schedule on sync_run (source, scheduled_for);

-- A run that stages: while its row is here, so is all that it has staged. A crash of the database empties this table
-- with the others, and the run must not be applied.
create unlogged table staged_run (run_id bigint primary key);

-- Entries of the bulletin as they were read; unlogged as the rows of sheets are.
create unlogged table staged_entry (
  run_id bigint not null,
  row_number integer not null,
  nro_solicitud bigint not null,
  fecha date not null,
  tipo tipo_anotacion not null,
  descripcion text not null,
  resolucion text,
  estado estado,
  known boolean not null default false                         -- the corpus has it just so
);
create index staged_entry_of_application on staged_entry (nro_solicitud, fecha);

-- A mark as it is to be, and what the source says of its status, which may be another's to say.
alter table staged_mark
  alter column digest drop not null,
  add column dicho_estado estado,
  add column dicho_oficina text;

grant select on sheet, bulletin_edition, source_file to trademark_serve;
grant select, insert, update, delete on sheet, sheet_mark, bulletin_edition, source_file, staged_entry, staged_run to trademark_ingest;

create or replace function analyze_staged() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze staged_row, staged_entry;
end
$$;

create or replace function analyze_corpus() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze brand, brand_class, brand_person, brand_annotation, brand_source, brand_listing, sheet_mark;
end
$$;

-- Of two that tell on the same day, the one with the higher number is right.
create function precedence(of_source source) returns integer
  immutable parallel safe language sql
  return case of_source when 'bulletin' then 3 when 'portal' then 2 else 1 end;

-- All that is said of the status of a mark: the newest is right, on one day that of the higher precedence, and of the
-- bulletin's the last one. Also of marks that are not there yet.
create view status_claim as
select s.nro_solicitud, s.fuente,
       case when s.fuente = 'sheets'
            then greatest(s.fecha_fuente, (select max(h.edition)
                                             from sheet_mark as m
                                             join sheet as h using (sheet_id)
                                            where m.nro_solicitud = s.nro_solicitud))
            else s.fecha_fuente end as fecha,
       0::bigint as place, s.estado, s.estado_oficina
  from brand_source as s
 where s.estado is not null
union all
select nro_solicitud, 'bulletin', fecha, annotation_id, estado, descripcion
  from brand_annotation
 where estado is not null;
grant select on status_claim to trademark_ingest;

-- How far a status is on the way of an application: it goes on, seldom back. Null where that cannot be told: an appeal
-- may come after a refusal as well as before a registration.
create function progress(of_estado estado) returns integer
  immutable parallel safe language sql
  return case of_estado
    when 'SOLICITADA' then 1
    when 'REGISTRADA' then 3
    when 'SIN_CLASIFICAR' then null
    when 'EN_APELACION' then null
    else case when of_estado in ('VENCIDA', 'DENEGADA', 'NO_PRESENTADA', 'ABANDONADA', 'DESISTIDA', 'CADUCADA',
                                 'CANCELADA', 'ANULADA', 'RENUNCIADA') then 4 else 2 end
  end;

-- As before, and nothing that was known of the made-up office's files stays.
create or replace function end_sample() returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update corpus_state set kind = 'register' where kind = 'sample';
  if not found then
    return false;
  end if;
  delete from brand;
  delete from brand_listing;
  delete from brand_annotation;
  delete from sheet;
  delete from sheet_mark;
  delete from bulletin_edition;
  delete from source_file;
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
