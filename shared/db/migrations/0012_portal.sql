-- additive
-- The search portal: what it tells one application at a time, where its last run ended, and how often it was called.

-- Which source an annotation is of. What the portal tells of the past means no status: it says the present one itself.
alter table brand_annotation
  add column fuente source not null default 'bulletin',
  add constraint brand_annotation_status_of_bulletin check (fuente = 'bulletin' or estado is null);

-- What a source says of a mark but for its status, where both sheets and portal tell of it: what is shown is made of
-- both. Null where one of them does alone: then it is what is shown.
alter table brand_source add column record jsonb;
alter table staged_mark
  add column dicho_record jsonb,                               -- what the run's source says
  add column otro_record jsonb,                                -- what the other one says, from now on to be kept
  add column turned boolean not null default false;            -- nothing is new but that its source is the newer one now
grant update on staged_mark to trademark_ingest;

-- Where a run goes on, and how the portal is treated: one row for all processes.
create table portal_state (
  only_row boolean primary key default true check (only_row),
  newest bigint not null default 0,                            -- the highest application number that was asked for
  called_on date,                                              -- in America/Santiago: the day whose calls are counted
  calls integer not null default 0,
  called_at timestamptz,                                       -- when the last call was over; while it lasts, when it began
  closed_on date,                                              -- the day on which the portal asked to be left alone
  closed_for text                                              -- why, as the code of an error
);
insert into portal_state default values;

-- Applications that the portal was asked for.
create table portal_number (
  nro_solicitud bigint primary key,
  asked_at timestamptz not null,
  told_on date,                                                -- the newest day on which it told of it
  refusals integer not null default 0                          -- so many answers in a row could not be used
);
create index portal_number_owed on portal_number (asked_at) where refusals > 0;

grant select, update on portal_state to trademark_ingest;
grant select, insert, update on portal_number to trademark_ingest;

-- As before, and the portal's newest day for each mark. The condition stands around both, so that a join of few marks looks
-- them up in each: a branch with one of its own is read whole.
create or replace view status_claim as
select c.nro_solicitud, c.fuente, c.fecha, c.place, c.estado, c.estado_oficina
  from (select s.nro_solicitud, s.fuente,
               case s.fuente
                 when 'sheets' then greatest(s.fecha_fuente, (select max(h.edition)
                                                                from sheet_mark as m
                                                                join sheet as h using (sheet_id)
                                                               where m.nro_solicitud = s.nro_solicitud))
                 when 'portal' then greatest(s.fecha_fuente, (select n.told_on
                                                                from portal_number as n
                                                               where n.nro_solicitud = s.nro_solicitud))
                 else s.fecha_fuente
               end as fecha,
               0::bigint as place, s.estado, s.estado_oficina
          from brand_source as s
         union all
        select nro_solicitud, 'bulletin', fecha, annotation_id, estado, descripcion
          from brand_annotation) as c
 where c.estado is not null;

-- A mark's record, but for its status, in one value: as it is shown.
create function shown_record(nro bigint) returns jsonb
  stable parallel safe language sql
  return (
    select jsonb_build_object(
             'nro_registro', b.nro_registro, 'denominacion', b.denominacion, 'tipo_signo', b.tipo_signo,
             'fecha_presentacion', b.fecha_presentacion, 'fecha_publicacion', b.fecha_publicacion,
             'fecha_registro', b.fecha_registro, 'fecha_vencimiento', b.fecha_vencimiento,
             'clases', (select coalesce(jsonb_agg(jsonb_build_object('clase', c.clase, 'cobertura', c.cobertura)
                                                  order by c.clase), '[]')
                          from brand_class as c
                         where c.nro_solicitud = b.nro_solicitud),
             'personas', (select coalesce(jsonb_agg(jsonb_build_object('rol', p.rol, 'nombre', p.nombre,
                                                                       'pais', p.pais)
                                                    order by p.rol::text, p.ordinal), '[]')
                            from brand_person as p
                           where p.nro_solicitud = b.nro_solicitud))
      from brand as b
     where b.nro_solicitud = nro
  );

-- Classes of two sources: those of the newer one, or of the older one where that tells of none; each with what the newer
-- one says of its goods, or else the older one.
create function newest_clases(newer jsonb, older jsonb) returns jsonb
  immutable parallel safe language sql
  return case when newer = '[]' then older else (
    select jsonb_agg(jsonb_build_object('clase', n.clase, 'cobertura', coalesce(n.cobertura, o.cobertura)) order by n.clase)
      from jsonb_to_recordset(newer) as n (clase smallint, cobertura text)
      left join jsonb_to_recordset(older) as o (clase smallint, cobertura text) using (clase)
  ) end;

-- Persons of two sources: for each role those of the newer one, or of the older one where that tells of none; each with
-- the country that either of them tells.
create function newest_personas(newer jsonb, older jsonb) returns jsonb
  immutable parallel safe language sql
  return (
    select coalesce(jsonb_agg(jsonb_build_object('rol', rol, 'nombre', nombre, 'pais', pais)
                              order by rol, nombre collate "C", pais), '[]')
      from (select n.rol, n.nombre,
                   coalesce(n.pais, (select min(o.pais)
                                       from jsonb_to_recordset(older) as o (rol text, nombre text, pais text)
                                      where o.rol = n.rol and o.nombre = n.nombre)) as pais
              from jsonb_to_recordset(newer) as n (rol text, nombre text, pais text)
            union
            select o.rol, o.nombre, o.pais
              from jsonb_to_recordset(older) as o (rol text, nombre text, pais text)
             where o.rol not in (select n.rol from jsonb_to_recordset(newer) as n (rol text))) as told
  );

-- A mark's record of two sources: what the newer one tells, and of what it leaves out what the older one did.
create function newest_record(newer jsonb, older jsonb) returns jsonb
  immutable parallel safe language sql
  return older || jsonb_strip_nulls(newer - array['denominacion', 'tipo_signo', 'clases', 'personas'])
      || jsonb_build_object(
           'denominacion', coalesce(nullif(newer ->> 'denominacion', ''), older ->> 'denominacion'),
           'tipo_signo', coalesce(nullif(newer ->> 'tipo_signo', 'OTRA'), older ->> 'tipo_signo'),
           'clases', newest_clases(newer -> 'clases', older -> 'clases'),
           'personas', newest_personas(newer -> 'personas', older -> 'personas'));

-- As before, and nothing that the made-up office's portal told or was asked for stays.
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
  delete from portal_number;
  update portal_state set newest = 0; -- how the portal was treated is no part of the sample
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
