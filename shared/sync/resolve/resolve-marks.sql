-- Stages the marks that a run changes, and returns the number of new marks (`inserted`) and of changed marks (`updated`).
-- `updated` excludes marks that a corrected bulletin no longer has, because the run counts them separately.
--
-- A source record has three parts:
-- - `record`: the values that the source stated last
-- - `kept`: the last known values of fields that the source now leaves blank
-- - `confirmed`: the date of the newest edition with the record
-- The following rules decide which source wins:
-- 1. If the sheets and the portal both have a record, the record with the later `confirmed` wins. On the same day, the portal
--    wins.
-- 2. A blank field takes the value of the other record. If both records lack the value, the kept values count.
-- 3. The newest status of the sheets, the portal and the bulletin wins. A status in `record` has the day `confirmed`. A status
--    in `kept` has the day `estado_on`. On the same day, the bulletin wins over the portal, and the portal wins over the
--    sheets.
-- 4. The file shown-annotations.part.sql selects the annotations.
with
\ir shown-annotations.part.sql
, described as materialized (
  -- Rules 1 and 2. Also selects the record of each source for rule 3.
  select m.nro_solicitud, m.state,
         coalesce(s.estado_on, s.confirmed) as sheets_day, merge_records(s.record, s.kept) as sheets,
         coalesce(p.estado_on, p.confirmed) as portal_day, merge_records(p.record, p.kept) as portal,
         case when s.confirmed > p.confirmed
              then merge_records(merge_records(s.record, p.record), merge_records(s.kept, p.kept))
              else merge_records(merge_records(p.record, s.record), merge_records(p.kept, s.kept)) end as record
    from staged_record as m
    left join confirmed_record as s on s.nro_solicitud = m.nro_solicitud and s.fuente = 'sheets'
    left join confirmed_record as p on p.nro_solicitud = m.nro_solicitud and p.fuente = 'portal'
   where m.run_id = $run_id and m.state <> 'outdated' and (s.fuente is not null or p.fuente is not null)
), resolved as materialized (
  -- Rule 3.
  select d.*, coalesce(newest.estado, 'SIN_CLASIFICAR') as estado,
         coalesce(newest.estado_oficina, '') as estado_oficina
    from described as d
    left join lateral (
           select t.estado, t.estado_oficina
             from (values (sheets_day, 'sheets'::source, (sheets).estado, (sheets).estado_oficina),
                          (portal_day, 'portal', (portal).estado, (portal).estado_oficina)
                    union all
                   (select fecha, 'bulletin', a.estado, descripcion
                      from brand_annotation as a
                     where a.nro_solicitud = d.nro_solicitud and a.estado is not null
                     order by fecha desc, annotation_id desc
                     limit 1)) as t (fecha, fuente, estado, estado_oficina)
            where t.estado is not null
            order by t.fecha desc, precedence(t.fuente) desc
            limit 1
         ) as newest on true
), served as (
  -- Rule 4.
  select r.*, json_build_object(
           'nroSolicitud', nro_solicitud::text, 'nroRegistro', (record).nro_registro,
           'denominacion', (record).denominacion, 'estado', estado, 'tipoSigno', (record).tipo_signo,
           'fechaPresentacion', (record).fecha_presentacion, 'fechaVencimiento', (record).fecha_vencimiento,
           'estadoOficina', estado_oficina, 'fechaPublicacion', (record).fecha_publicacion,
           'fechaRegistro', (record).fecha_registro, 'clases', (record).clases,
           'personas', (select coalesce(json_agg(json_build_object('rol', rol, 'nombre', nombre, 'pais', pais)), '[]')
                          from jsonb_to_recordset((record).personas) as p (rol text, nombre text, pais text)),
           'anotaciones', coalesce(a.anotaciones, '[]')) as detail
    from resolved as r
    left join shown_annotations as a using (nro_solicitud)
), staged as (
  -- A mark with an unchanged record is staged only if its detail changes. The detail can change because `confirmed` is
  -- later: the record may then win over the record of the other source.
  insert into staged_mark (run_id, known, nro_solicitud, nro_registro, denominacion, estado, estado_oficina, tipo_signo,
                           fecha_presentacion, fecha_publicacion, fecha_registro, fecha_vencimiento, clases, detail)
  select $run_id, k.nro_solicitud is not null, nro_solicitud, (record).nro_registro, (record).denominacion, estado,
         estado_oficina, (record).tipo_signo, (record).fecha_presentacion, (record).fecha_publicacion,
         (record).fecha_registro, (record).fecha_vencimiento,
         array(select (c ->> 'clase')::smallint from jsonb_array_elements((record).clases) as c), s.detail
    from served as s
    left join brand_detail as k using (nro_solicitud)
   where k.nro_solicitud is null or state <> 'same' or k.detail::text <> s.detail::text
  returning known
)
select count(*) filter (where not known) as inserted,
       count(*) filter (where known) - (select count(*)
                                          from staged_record
                                          join brand using (nro_solicitud)
                                         where run_id = $run_id and state = 'withdrawn') as updated
  from staged
