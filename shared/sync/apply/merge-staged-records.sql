-- Merges the record of a staged mark with the one of the other source (sheets or portal): the values of the newer one, and
-- those of the older one where the newer one has none. Stores both, because either may be the newer one after the next run.
-- Deletes staged marks that were staged only because their source is the newer one now, and whose merged record is the same
-- either way; returns their number. $replaces: the sample is being replaced, so that there is no other source.
with described_twice as materialized (
  -- newer: the record of the run is the newer one.
  select m.ctid as row_id, m.turned, (m.fecha_fuente, precedence($source::source)) > (c.fecha, precedence(c.fuente)) as newer,
         jsonb_build_object('nro_registro', m.nro_registro, 'denominacion', m.denominacion, 'tipo_signo', m.tipo_signo,
                            'fecha_presentacion', m.fecha_presentacion, 'fecha_publicacion', m.fecha_publicacion,
                            'fecha_registro', m.fecha_registro, 'fecha_vencimiento', m.fecha_vencimiento,
                            'clases', m.clases, 'personas', m.personas) as own_record,
         coalesce(s.record, shown_record(m.nro_solicitud)) as other_record
    from staged_mark as m
    join status_claim as c using (nro_solicitud)
    join brand_source as s using (nro_solicitud, fuente)
   where m.run_id = $run_id and not m.outdated and not $replaces::boolean
     and c.fuente = case $source when 'sheets' then 'portal'::source else 'sheets' end
), merged as materialized (
  select row_id, turned, newer, own_record, other_record,
         case when newer then newest_record(own_record, other_record) else newest_record(other_record, own_record) end
           as record
    from described_twice
), compared as materialized (
  select *,
         turned and record = case when newer then newest_record(other_record, own_record)
                                  else newest_record(own_record, other_record) end as unchanged
    from merged
), dropped as (
  delete from staged_mark as m using compared as c where m.ctid = c.row_id and c.unchanged returning 1
), updated as (
  update staged_mark as m
     set dicho_record = own_record,
         otro_record = other_record,
         nro_registro = r.nro_registro,
         denominacion = r.denominacion,
         tipo_signo = r.tipo_signo,
         fecha_presentacion = r.fecha_presentacion,
         fecha_publicacion = r.fecha_publicacion,
         fecha_registro = r.fecha_registro,
         fecha_vencimiento = r.fecha_vencimiento,
         clases = r.clases,
         personas = r.personas
    from compared as c
   cross join jsonb_populate_record(null::staged_mark, c.record) as r
   where m.ctid = c.row_id and not c.unchanged
  returning 1
)
select count(*) as dropped from dropped
