-- Returns how many applications have stored entries on the day of an edition, and how many of them the edition withdraws.
select (select count(distinct nro_solicitud) from brand_annotation where fecha = $day::date) as had,
       (select count(*) from staged_record where run_id = $run_id and state = 'withdrawn') as withdrawn
