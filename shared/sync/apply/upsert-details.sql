-- Inserts the details of new marks and updates changed details.
insert into brand_detail (nro_solicitud, detail)
select nro_solicitud, detail from staged_mark where run_id = $run_id
on conflict (nro_solicitud) do update
   set detail = excluded.detail
 where brand_detail.detail::text <> excluded.detail::text
