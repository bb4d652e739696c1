-- Returns the number of applications with stored entries of a day (`had`), and the number of these applications whose entries
-- a run deletes, because the new edition of the day lacks the entries (`withdrawn`).
select (select count(distinct nro_solicitud) from brand_annotation where fecha = $day::date) as had,
       (select count(*) from staged_record where run_id = $run_id and state = 'withdrawn') as withdrawn
