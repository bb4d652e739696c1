-- Deletes the staged rows of implausible applications, and stores them as rejections. Returns for each sheet the number of
-- deleted rows, their application numbers and the first three rows.
--
-- An application is implausible in these cases:
-- - odd_length: The length of the application number is unusual.
-- - early: The registration date is before the filing date.
-- - expired: The expiry date is not after the registration date.
-- - unpublished: The publication date is before the filing date.
-- - future: The registration date is in the future, and there is no expiry date.
-- The cases `early`, `expired` and `unpublished` are rejected only if they are rare in the sheet: in fewer than $fewest
-- rows, or in at most the share $share of the rows with a registration date (for `unpublished`, with a publication
-- date). The case `future` is rejected only if it occurs in at most the share $share of all rows. If a case is more
-- frequent, its rows remain, and a quality gate checks them.
with number as (
  select sheet, length(nro_solicitud::text) as digits, count(*) as rows,
         min(fecha_presentacion) as first_day, max(fecha_presentacion) as last_day,
         sum(count(*)) over (partition by sheet) as all_rows
    from staged_row
   where run_id = $run_id and not rejected
   group by sheet, digits
), usual as (
  -- A length is usual if at least 5% of the rows in a sheet have it. A sheet with fewer than 20 rows has no usual length.
  select sheet, digits, min(first_day) over (partition by sheet) as first_day, max(last_day) over (partition by sheet) as last_day
    from number
   where all_rows >= 20 and rows * 20 >= all_rows
), odd_length as (
  -- A length is odd if it differs from the nearest usual length by at least two digits. Exception: It is not odd if each
  -- length between it and the usual length is at least twice as frequent.
  select n.sheet, n.digits, u.first_day, u.last_day
    from number as n
   cross join lateral (
           select digits, first_day, last_day, abs(digits - n.digits) as distance
             from usual
            where sheet = n.sheet
            order by distance
            limit 1
         ) as u
   where distance >= 2
     and (select count(*)
            from number as b
           where b.sheet = n.sheet and b.rows >= n.rows * 2
             and b.digits > least(n.digits, u.digits) and b.digits < greatest(n.digits, u.digits)) < distance - 1
), few as (
  select sheet,
         early <= greatest($fewest::integer - 1, registered * $share::float) as early,
         expired <= greatest($fewest::integer - 1, registered * $share::float) as expired,
         unpublished <= greatest($fewest::integer - 1, published * $share::float) as unpublished,
         future <= records * $share::float as future
    from (select sheet, count(*) as records, count(fecha_registro) as registered, count(fecha_publicacion) as published,
                 count(*) filter (where fecha_registro < fecha_presentacion) as early,
                 count(*) filter (where fecha_vencimiento <= fecha_registro) as expired,
                 count(*) filter (where fecha_publicacion < fecha_presentacion) as unpublished,
                 count(*) filter (where fecha_vencimiento is null and fecha_registro > chilean_day(clock_timestamp())) as future
            from staged_row
           where run_id = $run_id and not rejected
           group by sheet) as counts
), odd as (
  -- Applications with a usual length have a first and a last filing date. The case `odd_length` applies only between these
  -- dates, because older and newer applications may have numbers of another length.
  select r.sheet, r.nro_solicitud, min(reason) as reason, bool_or(o.sheet is not null) as is_number_wrong
    from staged_row as r
    left join odd_length as o on o.sheet = r.sheet and o.digits = length(r.nro_solicitud::text)
         and r.fecha_presentacion between o.first_day and o.last_day
    left join few on few.sheet = r.sheet
   cross join lateral (
           select case when o.sheet is not null
                       then format('the application number %s has more or fewer digits than the others',
                                   r.nro_solicitud)
                       when fecha_registro < fecha_presentacion and few.early
                       then format('the registration date %s is before the filing date %s', fecha_registro, fecha_presentacion)
                       when fecha_publicacion < fecha_presentacion and few.unpublished
                       then format('the publication date %s is before the filing date %s', fecha_publicacion, fecha_presentacion)
                       when fecha_vencimiento is null and fecha_registro > chilean_day(clock_timestamp()) and few.future
                       then format('the registration date %s is in the future, and there is no expiry date', fecha_registro)
                       when fecha_vencimiento <= fecha_registro and few.expired
                       then format('the expiry date %s is not after the registration date %s', fecha_vencimiento, fecha_registro)
                   end as reason
         ) as s
   where run_id = $run_id and not rejected and reason is not null
   group by r.sheet, r.nro_solicitud
), deleted as (
  delete from staged_row as r
   using odd as o
   where r.run_id = $run_id and not r.rejected and r.sheet = o.sheet and r.nro_solicitud = o.nro_solicitud
  returning r.sheet, r.row_number, r.nro_solicitud as staged_number,
            case when not is_number_wrong then r.nro_solicitud end as nro_solicitud, o.reason
), recorded as (
  insert into sync_rejection (run_id, sheet, row_number, nro_solicitud, reason)
  select $run_id, ($sheets::text[])[sheet], row_number, nro_solicitud, reason from deleted order by sheet, row_number
)
select sheet, count(*) as rejected, array_agg(distinct staged_number::text) as numbers,
       (array_agg(json_build_object('rowNumber', row_number, 'nroSolicitud', nro_solicitud::text, 'reason', reason)
                  order by row_number))[:3] as first
  from deleted
 group by sheet
