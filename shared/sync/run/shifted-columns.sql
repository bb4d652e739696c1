-- Counts records with values that seem to be in the wrong row or column. Checks only the 20,000 new or changed records with the
-- highest application numbers.
-- - numbersAlone: a registration number without a registration date
-- - daysAlone: a registration date without a registration number
-- - repeatedNumbers: a registration number that a previous record already has
-- - endedNumbers: a registration number, although the application ended without registration
-- - lateDays: the earlier of publication and registration is more than 40 years after the filing
-- - namedStatuses: an unknown status that is the name of a mark or person
-- - kindNames: an unknown kind of sign, and a name that ends with a kind of sign: `Andes (mixta)`
-- - companyNames: the mark has the name of a company, but no applicant or holder is a company
with newest as materialized (
  select (record).nro_registro, (record).denominacion, (record).tipo_signo, (record).estado, (record).estado_oficina,
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
       count(*) filter (where tipo_signo = 'OTRA' and denominacion ~* $kind) as "kindNames",
       count(*) filter (where denominacion ~* $legal_form and personas @? '$[*] ? (@.rol != "REPRESENTANTE")'
                          and not exists (select
                                            from jsonb_to_recordset(personas) as p (rol text, nombre text)
                                           where rol <> 'REPRESENTANTE' and nombre ~* $legal_form)) as "companyNames"
  from newest
