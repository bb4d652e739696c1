-- additive
-- The corpus: what the office says of every application. Column names keep the words of the contract.

create type source as enum ('sheets', 'bulletin', 'portal');

create type estado as enum (
  'SOLICITADA', 'EN_TRAMITE', 'ACEPTADA_TRAMITE', 'PUBLICADA', 'OBSERVADA', 'EN_OPOSICION',
  'ACEPTADA_REGISTRO', 'EN_APELACION', 'REGISTRADA', 'VENCIDA', 'DENEGADA', 'NO_PRESENTADA', 'ABANDONADA',
  'DESISTIDA', 'CADUCADA', 'CANCELADA', 'ANULADA', 'RENUNCIADA', 'SIN_CLASIFICAR'
);

create type tipo_signo as enum (
  'DENOMINATIVA', 'FIGURATIVA', 'MIXTA', 'TRIDIMENSIONAL', 'SONORA', 'OLFATIVA', 'TACTIL', 'POSICION',
  'PATRON', 'MOVIMIENTO', 'MULTIMEDIA', 'HOLOGRAFICA', 'COLORES', 'FRASE_PROPAGANDA', 'OTRA'
);

create type rol as enum ('SOLICITANTE', 'TITULAR', 'REPRESENTANTE');

create type tipo_anotacion as enum (
  'PRESENTACION', 'ACEPTACION_TRAMITE', 'OBSERVACION_FORMA', 'OBSERVACION_FONDO', 'PUBLICACION', 'OPOSICION',
  'ACEPTACION_REGISTRO', 'RECHAZO', 'APELACION', 'FALLO', 'PAGO_FINAL', 'CONCESION', 'RENOVACION',
  'TRANSFERENCIA', 'CAMBIO_NOMBRE', 'LICENCIA', 'PRENDA', 'EMBARGO', 'MEDIDA_PRECAUTORIA', 'PROHIBICION',
  'ALZAMIENTO', 'NULIDAD', 'CADUCIDAD', 'CANCELACION', 'DIVISION', 'OTRA'
);

-- One row: which corpus this is. The version moves with every run that changed something.
create table corpus_state (
  only_row boolean primary key default true check (only_row),
  kind text not null default 'sample' check (kind in ('sample', 'register')),
  version bigint not null default 0
);
insert into corpus_state default values;

-- The application number is a number here, so that it sorts as one; it leaves as a string.
create table brand (
  nro_solicitud bigint primary key check (nro_solicitud >= 0),
  nro_registro text,
  denominacion text not null check (char_length(denominacion) <= 1000),
  estado estado not null,
  estado_oficina text not null,
  tipo_signo tipo_signo not null,
  fecha_presentacion date not null,
  fecha_publicacion date,
  fecha_registro date,
  fecha_vencimiento date
);

create table brand_class (
  nro_solicitud bigint not null references brand on delete cascade,
  clase smallint not null check (clase between 1 and 45),
  cobertura text,
  primary key (nro_solicitud, clase)
);

create table brand_person (
  nro_solicitud bigint not null references brand on delete cascade,
  rol rol not null,
  ordinal smallint not null,
  nombre text not null,
  pais text check (pais ~ '^[A-Z]{2}$'),
  primary key (nro_solicitud, rol, ordinal)
);

-- No reference to brand: an annotation may arrive before its mark and waits here under its number.
create table brand_annotation (
  annotation_id bigint generated always as identity primary key, -- the order in which they were received
  nro_solicitud bigint not null,
  fecha date not null,
  tipo tipo_anotacion not null,
  descripcion text not null,
  resolucion text
);
create index brand_annotation_of_brand on brand_annotation (nro_solicitud, fecha desc, annotation_id desc);

create table brand_source (
  nro_solicitud bigint not null references brand on delete cascade,
  fuente source not null,
  fecha_fuente date not null,
  actualizado_en timestamptz not null,
  primary key (nro_solicitud, fuente)
);

-- What a listing walks: a row for each class of a mark, and one with class 0 for every mark, so that any
-- combination of filters is a probe into one of two indexes, newest first.
create table brand_listing (
  clase smallint not null check (clase between 0 and 45),
  estado estado not null,
  tipo_signo tipo_signo not null,
  fecha_presentacion date not null,
  nro_solicitud bigint not null references brand on delete cascade,
  primary key (nro_solicitud, clase)
);
create index brand_listing_by_codes
  on brand_listing (clase, estado, tipo_signo, fecha_presentacion desc, nro_solicitud desc);
create index brand_listing_by_date on brand_listing (clase, fecha_presentacion desc, nro_solicitud desc);

grant select on corpus_state, brand, brand_class, brand_person, brand_annotation, brand_source, brand_listing
  to trademark_serve;
grant select, insert, update, delete
  on brand, brand_class, brand_person, brand_annotation, brand_source, brand_listing to trademark_ingest;
grant select, update on corpus_state to trademark_ingest;

-- An instant as the contract writes it: RFC 3339, UTC, milliseconds, Z.
create function rfc3339(at timestamptz) returns text
  stable parallel safe
  language sql
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
