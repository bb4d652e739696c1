-- Restricts rows of brand, named b, to the filters that no listing and no search index has the columns of.
and ($nro_registro::text is null or b.nro_registro = $nro_registro::text)
and ($registro_desde::date is null or b.fecha_registro >= $registro_desde::date)
and ($registro_hasta::date is null or b.fecha_registro <= $registro_hasta::date)
and ($vencimiento_desde::date is null or b.fecha_vencimiento >= $vencimiento_desde::date)
and ($vencimiento_hasta::date is null or b.fecha_vencimiento <= $vencimiento_hasta::date)
