-- additive
-- What a run did not read, and how many records of a source have each field.

alter table sync_run add column ignored jsonb;                 -- {name: occurrences} of unknown fields; null: none

-- Records of each edition of a sheet, or of each day of the portal, by field. A sheet has a row for each of its columns.
create table field_fill (
  source source not null,
  series text not null,                                        -- name of the sheet; empty for the portal
  edition date not null,
  field text not null,
  records integer not null,
  filled integer not null,                                     -- records with a value
  lost integer not null default 0,                             -- of the portal: marks that had a value before
  primary key (source, series, edition, field)
);
grant select, insert, update, delete on field_fill to trademark_ingest;

-- Returns the names of the fields in which a record has a value. A status in no catalog counts as none: the office's words
-- for it may be a placeholder.
create function filled_fields(r mark_record) returns text[]
  immutable parallel safe language sql
  return array_remove(array[
    case when (r).nro_registro is not null then 'nroRegistro' end,
    case when (r).denominacion <> '' then 'denominacion' end,
    case when (r).estado <> 'SIN_CLASIFICAR' then 'estado' end,
    case when (r).tipo_signo <> 'OTRA' then 'tipoSigno' end,
    case when (r).fecha_publicacion is not null then 'fechaPublicacion' end,
    case when (r).fecha_registro is not null then 'fechaRegistro' end,
    case when (r).fecha_vencimiento is not null then 'fechaVencimiento' end,
    case when (r).clases <> '[]' then 'clases' end,
    case when (r).personas <> '[]' then 'personas' end
  ], null);
