-- Restricts the rows of brand (alias b) by registration number, registration date and expiry date. Neither brand_listing
-- nor the search index contains these columns.
and ($nro_registro::text is null or b.nro_registro = $nro_registro::text)
and ($registro_desde::date is null or b.fecha_registro >= $registro_desde::date)
and ($registro_hasta::date is null or b.fecha_registro <= $registro_hasta::date)
and ($vencimiento_desde::date is null or b.fecha_vencimiento >= $vencimiento_desde::date)
and ($vencimiento_hasta::date is null or b.fecha_vencimiento <= $vencimiento_hasta::date)
