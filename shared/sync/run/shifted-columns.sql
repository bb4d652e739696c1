-- Counts, among the 20,000 new and changed records of a run with the highest numbers, what shows that some columns were sorted,
-- filled or moved without the others: registration numbers without a day of registration, and the reverse; records whose
-- registration number another one has; registration numbers of applications that ended without one; publications and
-- registrations more than 40 years after the filing; unclassified statuses that are also names of marks or persons; and names
-- of companies, where no applicant or holder has the legal form of one.
with newest as materialized (
  select (record).nro_registro, (record).denominacion, (record).estado, (record).estado_oficina,
         (record).fecha_presentacion, (record).fecha_publicacion, (record).fecha_registro, (record).personas
    from staged_record
   where run_id = $run_id and state in ('new', 'changed')
   order by nro_solicitud desc
   limit 20000
),
names as materialized (
  select denominacion as name from newest
  union
  select person ->> 'nombre' from newest, jsonb_array_elements(personas) as person
)
select count(*) as records,
       count(*) filter (where nro_registro is not null and fecha_registro is null) as "numbersAlone",
       count(*) filter (where nro_registro is null and fecha_registro is not null) as "daysAlone",
       count(nro_registro) - count(distinct nro_registro) as "repeatedNumbers",
       count(nro_registro) filter (where estado in ('DENEGADA', 'NO_PRESENTADA', 'ABANDONADA', 'DESISTIDA')) as "endedNumbers",
       count(*) filter (where least(fecha_publicacion, fecha_registro) > fecha_presentacion + interval '40 years') as "lateDays",
       count(*) filter (where estado = 'SIN_CLASIFICAR' and estado_oficina <> ''
                          and estado_oficina in (select name from names)) as "namedStatuses",
       count(*) filter (where denominacion ~* $legal_form and personas @? '$[*] ? (@.rol != "REPRESENTANTE")'
                          and not exists (select
                                            from jsonb_to_recordset(personas) as p (rol text, nombre text)
                                           where rol <> 'REPRESENTANTE' and nombre ~* $legal_form)) as "companyNames"
  from newest
